import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads server-sent events one by one. */
export async function readStream(
  response: Response,
): Promise<{ next(): Promise<EventSourceMessage | undefined>; close(): Promise<void> }> {
  if (!response.body) throw new Error('The answer has no body.')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const waiting: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => waiting.push(event) })
  return {
    /** The next event, or undefined at the end of the stream. */
    async next() {
      while (waiting.length === 0) {
        const { value, done } = await reader.read()
        if (done) return undefined
        parser.feed(value)
      }
      return waiting.shift()
    },
    close: () => reader.cancel(),
  }
}
