import { findBackupFolderFault } from '#server/operations/backup/backup-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { findSignUpWarning } from '#server/platform/settings/sign-up-warning.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { findPepperFault } from '#server/sign-in/accounts/pepper.ts'

/** `text` says in a sentence what is wrong and what to do. */
export type StartupFault = { what: string; text: string }

type StartupCheck = {
  what: string
  /** Changes nothing. Without a database, because there is none yet or it does not respond, checks the rest. */
  find: (config: Config, database: Database | undefined) => Promise<string | undefined> | string | undefined
}

/** The faults that a server can run with: it logs them at its start, and `doctor` reports them. */
const startupChecks: readonly StartupCheck[] = [
  { what: 'settings', find: findSignUpWarning },
  { what: 'backup', find: findBackupFolderFault },
  {
    what: 'sign-in',
    find: (config, database) =>
      database && config.signIn.provider === 'embedded' ? findPepperFault(database, config) : undefined,
  },
]

export async function findStartupFaults(config: Config, database: Database | undefined): Promise<StartupFault[]> {
  const found: StartupFault[] = []
  for (const { what, find } of startupChecks) {
    const text = await tryFind(find, config, database)
    if (text !== undefined) found.push({ what, text })
  }
  return found
}

/** A secret that cannot be used is a fault as well, and the next check still runs. */
async function tryFind(find: StartupCheck['find'], config: Config, database: Database | undefined) {
  try {
    return await find(config, database)
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}
