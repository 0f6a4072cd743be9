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
  const checks = createDatabaseChecks(config)
  try {
    const found = await Promise.all([
      runCheck('settings', async () => ok('each has a valid form')),
      // It begins with the files, before another check opens the database, which corrects their permissions.
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
    const findings = found.flat()
    return findings.some(({ what }) => what === 'files') ? findings : [...findings, closedFiles(config)]
  } finally {
    await checks.close()
  }
}

function closedFiles({ dataFolder }: Config): Finding {
  const isUnknown = process.platform === 'win32'
  const found = isUnknown
    ? note('permissions are not checked on Windows')
    : ok(`only the owner can read ${dataFolder} and the files with secrets`)
  return { what: 'files', ...found }
}

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
