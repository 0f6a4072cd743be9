import { createParser } from 'eventsource-parser'
import { type LeaderboardUpdate, leaderboardUpdate } from '#contract/leaderboard-contract.ts'

/** Far above the size of any message. A stream whose message never ends is closed. */
const maxBufferSize = 64 * 1024

type StreamHandlers = {
  /** Called for every chunk, comments included: the connection is alive. */
  readonly onActivity: () => void
  readonly onUpdate: (update: LeaderboardUpdate) => void
}

/**
 * Reads a stream of server-sent events until it ends. (The browser's EventSource cannot send a bearer token.) Throws
 * when the connection breaks. A message of an unknown shape is ignored.
 */
export async function readLeaderboardStream(body: ReadableStream<Uint8Array>, handlers: StreamHandlers): Promise<void> {
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
