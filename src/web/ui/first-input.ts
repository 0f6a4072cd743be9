/** Events that suggest that the user is about to act. */
const inputs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

const firstInput = new Promise<void>((resolve) => {
  const listening = new AbortController()
  const onInput = (event: Event) => {
    if (isAtRest(event)) return
    listening.abort()
    resolve()
  }
  for (const type of inputs) addEventListener(type, onInput, { passive: true, capture: true, signal: listening.signal })
})

/** When a page appears under the pointer, the browser reports a move that was none. */
function isAtRest(event: Event): boolean {
  return event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY
}

/**
 * Loads code that only an input can need at the first input of any kind, so that a page which is only read does not load
 * it. Without a network, it is loaded once that is back. Returns a function that cancels this.
 */
export function onFirstInput(load: () => Promise<unknown>): () => void {
  let isCancelled = false
  void firstInput.then(waitForNetwork).then(() => isCancelled || load().catch(() => undefined))
  return () => {
    isCancelled = true
  }
}

async function waitForNetwork(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
