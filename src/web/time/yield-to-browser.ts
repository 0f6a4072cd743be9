type Scheduler = { readonly yield?: () => Promise<void> }

/** Ends the current task, so that the browser can respond to input and draw, and continues in the next one. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  if (scheduler?.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
