import { createParser } from 'eventsource-parser'
import { type LeaderboardNews, leaderboardNews } from '#contract/leaderboard-contract.ts'

/** Far above any message of ours; a stream that never ends a message is broken off. */
const maxBufferSize = 64 * 1024

export type NewsHandlers = {
  /** Something came, be it only a comment: the connection is alive. */
  readonly onHeard: () => void
  readonly onNews: (news: LeaderboardNews) => void
}

/**
 * Reads a stream of server-sent events until it ends. (The browser's own EventSource cannot send a bearer token.)
 * Throws when the connection breaks. A message that this build does not understand is left out.
 */
export async function readNews(body: ReadableStream<Uint8Array>, handlers: NewsHandlers): Promise<void> {
  const parser = createParser({
    maxBufferSize,
    onEvent: ({ data }) => {
      const news = leaderboardNews.safeParse(parseJson(data))
      if (news.success) handlers.onNews(news.data)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    handlers.onHeard()
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
