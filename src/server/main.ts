import { join } from 'node:path'
import { type App, createApp } from './app/app.ts'
import { isExpectedFailure } from './app/expected-failure.ts'
import { loadServerConfig } from './app/startup-checks.ts'
import { createLog } from './platform/log/log.ts'
import type { Config } from './platform/settings/config.ts'
import { version } from './platform/settings/version.ts'
import { explainStartupError } from './platform/start/startup-error.ts'
import { rootFolder } from './root-folder.ts'

/** After a signal, the process exits at the latest after this time. */
const shutdownTimeoutMs = 10_000
/** Next to the program, because the working directory has only the settings and the data. */
const webFolder = join(rootFolder, 'dist/web')

if (process.argv[2] === '--version') {
  process.stdout.write(`${version}\n`)
  process.exit(0)
}
const config = readSettings()
const log = createLog(config.logLevel, undefined, {
  format: config.logFormat ?? (process.stdout.isTTY === true ? 'text' : 'json'),
  isExpected: isExpectedFailure,
})

// After an uncaught error the state is unknown: log it and let the supervisor restart the process.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'unexpected error')
  process.exit(1)
})

const app = await start()

// Before readiness is reported, because a supervisor may stop the process right after that.
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Ctrl-C arrives several times: from the terminal, and from npm, which passes it on.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'failed to shut down cleanly')
        process.exit(1)
      },
    )
  })
}

log.info({ version, address: config.publicUrl }, `Player Pool is ready on ${config.publicUrl}`)
await printFirstSteps()

function readSettings(): Config {
  try {
    return loadServerConfig()
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error))
  }
}

async function start(): Promise<App> {
  try {
    const built = await createApp(config, { log, webFolder })
    await built.listen()
    return built
  } catch (error) {
    const reason = explainStartupError(error, config.listen)
    if (reason === undefined) throw error
    return giveUp(reason)
  }
}

/** Without a terminal, what is printed is collected and shipped elsewhere like the log: it is a line of the log, and has no link. */
async function printFirstSteps(): Promise<void> {
  const isPrivate = process.stderr.isTTY === true
  try {
    const text = await app.describeFirstSteps({ isPrivate })
    if (text === undefined) return
    if (isPrivate) process.stderr.write(`\n${text}\n`)
    else log.warn(text.trim())
  } catch (error) {
    log.warn({ err: error }, 'failed to check for an admin')
  }
}

function giveUp(reason: string): never {
  process.stderr.write(`Player Pool could not start.\n${reason}\n`)
  process.exit(1)
}
