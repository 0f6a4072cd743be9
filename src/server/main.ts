import { type App, createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createLog } from './log.ts'
import { explainStartFault } from './start-fault.ts'

/** How long running requests may take to end after a signal, before the process goes anyway. */
const stopWithinMs = 10_000

const config = readSettings()
const log = createLog(config.logLevel)

// A fault that nobody caught leaves an unknown state behind: say what it was, and let the supervisor start anew.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'unexpected fault')
  process.exit(1)
})

const app = await start()
log.info({ address: config.publicUrl }, `Player Pool is ready on ${config.publicUrl}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  })
}

function readSettings(): Config {
  try {
    return readConfig()
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error))
  }
}

async function start(): Promise<App> {
  try {
    const built = await createApp(config, { log })
    await built.listen()
    return built
  } catch (error) {
    const reason = explainStartFault(error, config)
    if (reason === undefined) throw error
    return giveUp(reason)
  }
}

function giveUp(reason: string): never {
  process.stderr.write(`Player Pool cannot start.\n${reason}\n`)
  process.exit(1)
}
