import { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'

/** Work that one process does for all of them: asking the feed, sending the mail. */
export type Duty = { stop(): Promise<void> }

/** The number of the advisory lock of each duty. */
const locks = { 'feed-poller': 7_264_002, outbox: 7_264_003 } as const

const retryMs = 5000

/**
 * Calls `onTaken` when this process takes the duty, and `onLost` when it is gone (the connection that held it was
 * lost). On SQLite the one process has it at once, and for good.
 */
export function takeDuty(
  config: DatabaseConfig,
  name: keyof typeof locks,
  listeners: { onTaken: () => void; onLost: () => void },
  log: Log,
): Duty {
  if (config.kind === 'sqlite') {
    listeners.onTaken()
    return { async stop() {} }
  }
  return contendForDuty(config.url, name, listeners, log)
}

function contendForDuty(
  url: string,
  name: keyof typeof locks,
  { onTaken, onLost }: { onTaken: () => void; onLost: () => void },
  log: Log,
): Duty {
  let client: Client | undefined
  let taken = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function letGo(): void {
    client = undefined
    if (taken) onLost()
    taken = false
    if (!stopped) timer = setTimeout(contend, retryMs)
  }

  async function connect(): Promise<Client> {
    const next = new Client({ connectionString: url, keepAlive: true })
    next.on('error', (error) =>
      log.warn({ err: error, duty: name }, 'the connection that holds a duty was lost'),
    )
    next.on('end', letGo)
    await next.connect()
    client = next
    return next
  }

  async function contend(): Promise<void> {
    try {
      const connection = client ?? (await connect())
      const { rows } = await connection.query('select pg_try_advisory_lock($1) as taken', [locks[name]])
      if (stopped) return
      taken = rows[0]?.taken === true
      if (taken) onTaken()
      else timer = setTimeout(contend, retryMs)
    } catch (error) {
      log.warn({ err: error, duty: name }, 'a duty cannot be taken yet')
      if (!stopped && !client) timer = setTimeout(contend, retryMs)
    }
  }

  void contend()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
