import type { LeaderboardUpdate } from '#contract/leaderboard-contract.ts'

/** Far above the size of any message. A stream whose message never ends is closed. */
const maxBufferSize = 64 * 1024

type StreamHandlers = {
  /** Called for every chunk, comments included: the connection is alive. */
  readonly onActivity: () => void
  readonly onUpdate: (update: LeaderboardUpdate) => void
}

/**
 * Reads a stream of server-sent events until it ends. (The browser's EventSource cannot send a bearer token.) Throws
 * when the connection breaks. A message of an unknown shape is ignored. Each message of our server has one line of data.
 */
export async function readLeaderboardStream(body: ReadableStream<Uint8Array>, handlers: StreamHandlers): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    handlers.onActivity()
    const messages = (rest + decoder.decode(chunk.value, { stream: true })).split('\n\n')
    rest = messages.pop() ?? ''
    if (rest.length > maxBufferSize) throw new Error('A message of the stream does not end.')
    for (const message of messages) {
      const update = parseUpdate(/^data:(.*)$/m.exec(message)?.[1])
      if (typeof update?.version === 'number') handlers.onUpdate(update)
    }
  }
}

function parseUpdate(text = 'null'): LeaderboardUpdate | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
