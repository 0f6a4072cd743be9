import { findBackupFolderFault } from '#server/operations/backup/backup-folder.ts'
import { readIcon, readLogo } from '#server/platform/branding/image-files.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Config, loadConfig } from '#server/platform/settings/config.ts'
import { findSignUpWarning } from '#server/platform/settings/sign-up-warning.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { readHouseRules } from '#server/pool/house-rules/house-rules.ts'
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
    return toText(error)
  }
}

/** Throws what is no fault of the installation. */
function toText(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  throw error
}

const fileReaders = { POOL_LOGO: readLogo, POOL_ICON: readIcon, POOL_RULES: readHouseRules }

/** The settings as the server needs them: refused with every fault, also those of the files that they name. */
export function loadServerConfig(): Config {
  return loadConfig((values) =>
    Object.entries(fileReaders).flatMap(([name, read]) => {
      try {
        if (values[name] !== undefined) read(values[name])
        return []
      } catch (error) {
        return toText(error)
      }
    }),
  )
}
