import { createParser } from 'eventsource-parser'
import { type LeaderboardUpdate, leaderboardUpdate } from '#contract/leaderboard-contract.ts'

/** Far above any message of ours; a stream that never ends a message is broken off. */
const maxBufferSize = 64 * 1024

export type StreamHandlers = {
  /** Something came, be it only a comment: the connection is alive. */
  readonly onActivity: () => void
  readonly onUpdate: (update: LeaderboardUpdate) => void
}

/**
 * Reads a stream of server-sent events until it ends. (The browser's own EventSource cannot send a bearer token.)
 * Throws when the connection breaks. A message that this build does not understand is left out.
 */
export async function readLeaderboardStream(
  body: ReadableStream<Uint8Array>,
  handlers: StreamHandlers,
): Promise<void> {
  const parser = createParser({
    maxBufferSize,
    onEvent: ({ data }) => {
      const update = leaderboardUpdate.safeParse(parseJson(data))
      if (update.success) handlers.onUpdate(update.data)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    handlers.onActivity()
    parser.feed(decoder.decode(chunk.value, { stream: true }))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
