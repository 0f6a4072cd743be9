import type { ChancesRequest } from './chances-protocol.ts'
import { createChancesRunner } from './chances-runner.ts'

/** The worker's own scope: the page's types do not know it. */
declare const self: {
  addEventListener: (type: 'message', listener: (event: MessageEvent<ChancesRequest>) => void) => void
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

const receive = createChancesRunner({
  post: (response, transfer) => self.postMessage(response, transfer),
  pause: () => new Promise((resolve) => setTimeout(resolve)),
})

self.addEventListener('message', ({ data }) => receive(data))
