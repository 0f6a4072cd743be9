import type { ChancesRequest } from './chances-protocol.ts'
import { createChancesRunner } from './chances-runner.ts'

const settleMs = 300

const { port1, port2 } = new MessageChannel()

/** Waits for a message to itself, which comes after those that are there already: a timer waits for milliseconds more. */
function endTask(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve()
    port2.postMessage(undefined)
  })
}

/** The worker's own scope: the page's types do not know it. */
declare const self: {
  addEventListener: (type: 'message', listener: (event: MessageEvent<ChancesRequest>) => void) => void
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

const receive = createChancesRunner({
  post: (response, transfer) => self.postMessage(response, transfer),
  pause: endTask,
  settle: () => new Promise((resolve) => setTimeout(resolve, settleMs)),
})

self.addEventListener('message', ({ data }) => receive(data))
