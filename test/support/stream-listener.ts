import { connect, type Socket } from 'node:net'
import { type LeaderboardUpdate, leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { toBackoffMs } from '#web/live/backoff.ts'

/** One of thousands who listen to a leaderboard's stream over a bare socket, and reconnect like the browser app. */
export type StreamListener = { close(): void }

type Options = {
  port: number
  path: string
  token: string
  /** The first update after each connection is the current state. */
  onUpdate: (update: LeaderboardUpdate, isFirst: boolean) => void
}

export function openStreamListener({ port, path, token, onUpdate }: Options): StreamListener {
  let failures = 0
  let socket: Socket | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function open(): void {
    let isFirst = true
    const current = connect(port, '127.0.0.1', () =>
      current.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    )
    socket = current.setEncoding('utf8')
    current.on('error', () => {})
    current.on('data', (text: string) => {
      for (const [, payload = ''] of text.matchAll(/^data: (\{.*\})$/gm)) {
        failures = 0
        onUpdate(leaderboardUpdate.parse(JSON.parse(payload)), isFirst)
        isFirst = false
      }
    })
    current.on('end', () => current.destroy())
    current.on('close', () => {
      if (isClosed) return
      failures += 1
      timer = setTimeout(open, toBackoffMs(failures, Math.random))
    })
  }

  open()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      socket?.destroy()
    },
  }
}
