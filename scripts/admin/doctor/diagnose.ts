import { type Config, readConfig } from '#server/config.ts'
import { findSignUpWarning } from '#server/sign-up-warning.ts'
import { createDatabaseChecks } from './database-checks.ts'
import { checkFiles } from './file-checks.ts'
import { describeError, type Finding, ok, runCheck, wrong } from './finding.ts'
import { checkFeed, checkMail, checkProvider, checkPublicAddress } from './network-checks.ts'

/** Checks an installation for faults. Changes nothing. */
export async function diagnose(readSettings: () => Config = readConfig): Promise<Finding[]> {
  const config = tryReadSettings(readSettings)
  if (typeof config === 'string') return [{ what: 'settings', state: 'wrong', text: config }]
  const files = await runCheck('files', () => checkFiles(config))
  const checks = createDatabaseChecks(config)
  try {
    const found = await Promise.all([
      runCheck('settings', async () => checkSettings(config)),
      runCheck('database', checks.database),
      runCheck('clock', checks.clock),
      runCheck('feed', () => checkFeed(config)),
      runCheck('mail', () => checkMail(config)),
      runCheck('provider', () => checkProvider(config)),
      runCheck('address', () => checkPublicAddress(config)),
      runCheck('address', checks.addresses),
      runCheck('push', checks.notifications),
    ])
    return [...found.flat(), ...files]
  } finally {
    await checks.close()
  }
}

function checkSettings(config: Config) {
  const warning = findSignUpWarning(config)
  return warning === undefined ? ok('valid') : wrong(warning)
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
