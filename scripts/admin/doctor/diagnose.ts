import { statSync } from 'node:fs'
import { join } from 'node:path'
import { loadServerConfig, type StartupFinding } from '#server/app/startup-checks.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { createDatabaseChecks } from './database-checks.ts'
import { describeError, type Finding, note, ok, runCheck, wrong } from './finding.ts'
import {
  checkFeed,
  checkMail,
  checkPort,
  checkProvider,
  checkPublicAddress,
  checkScoreDocument,
} from './network-checks.ts'

/** Checks an installation for faults. Changes nothing. `event`: the id to ask SCORES_URL for; default: the active tournament's. */
export async function diagnose(readSettings: () => Config = loadServerConfig, event?: string): Promise<Finding[]> {
  const config = tryReadSettings(readSettings)
  if (typeof config === 'string') return [{ what: 'settings', state: 'wrong', text: config }]
  const files = await runCheck('files', () => checkFiles(config))
  const checks = createDatabaseChecks(config)
  try {
    const found = await Promise.all([
      runCheck('settings', async () => ok('each has a valid form')),
      runCheck('start', async () => (await checks.findAtStart()).map(toFinding)),
      runCheck('port', () => checkPort(config, checks.findServerAddress)),
      runCheck('database', checks.database),
      runCheck('clock', checks.clock),
      runCheck('feed', () => checkFeed(config)),
      runCheck('feed', async () => checkScoreDocument(config, event ?? (await checks.findEvent()))),
      runCheck('feed', checks.scores),
      runCheck('mail', () => checkMail(config)),
      runCheck('provider', () => checkProvider(config)),
      runCheck('address', () => checkPublicAddress(config)),
      runCheck('address', checks.address),
      runCheck('push', checks.notifications),
      runCheck('backup', checks.backup),
    ])
    return [...found.flat(), ...files]
  } finally {
    await checks.close()
  }
}

/** What the server logs as a warning may be intended. */
function toFinding({ what, severity, text }: StartupFinding): Finding {
  return { what, ...(severity === 'note' ? note(text) : wrong(text)) }
}

const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const

export function describeFinding({ what, state, text }: Finding): string {
  return `${marks[state]}  ${what.padEnd(8)}  ${text}`
}

function tryReadSettings(readSettings: () => Config): Config | string {
  try {
    return readSettings()
  } catch (error) {
    return describeError(error)
  }
}

/** The files with secrets and their folder (docs/security.md, 16). Runs before they are opened, which corrects permissions. */
async function checkFiles({ dataFolder, database }: Config): Promise<Omit<Finding, 'what'>[]> {
  if (process.platform === 'win32') return [note('permissions are not checked on Windows')]
  const files = [join(dataFolder, 'pepper'), '.env']
  if (database.kind === 'sqlite') files.push(...['', '-wal', '-shm'].map((suffix) => database.file + suffix))
  const found = [checkPath(dataFolder, 0o700), ...files.map((file) => checkPath(file, 0o600))]
  const faults = found.filter((fault) => fault !== undefined)
  return faults.length > 0 ? faults : [ok(`only the owner can read ${dataFolder} and the files with secrets`)]
}

function checkPath(path: string, mode: number): Omit<Finding, 'what'> | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  if (process.getuid && found.uid !== process.getuid() && process.getuid() !== 0)
    return wrong(`${path} belongs to another account (uid ${found.uid}). Run the server and this command as its owner.`)
  const shown = (found.mode & 0o777).toString(8)
  return (found.mode & 0o077) === 0
    ? undefined
    : wrong(`others can open ${path} (mode ${shown}). Run: chmod ${mode.toString(8)} ${path}`)
}
