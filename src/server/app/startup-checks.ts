import { findOutboxFault } from '#server/delivery/mail/mailer.ts'
import { findBackupFolderFault } from '#server/operations/backup/backup-folder.ts'
import { readIcon, readLogo } from '#server/platform/branding/image-files.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { findOpenFiles } from '#server/platform/secrets/open-files.ts'
import { type Config, loadConfig } from '#server/platform/settings/config.ts'
import { findPlainHttpNote } from '#server/platform/settings/plain-http.ts'
import { describeUnknownName } from '#server/platform/settings/setting-names.ts'
import { findSignUpWarning } from '#server/platform/settings/sign-up-warning.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { explainStartupError } from '#server/platform/start/startup-error.ts'
import { readHouseRules } from '#server/pool/house-rules/house-rules.ts'
import { findOtherPepper, findUnusablePepper } from '#server/sign-in/accounts/pepper.ts'

/**
 * `refusal`: the server does not start. `fault`: it starts and logs an error. `warning` and `note`: it logs a warning; a note may
 * be intended.
 */
type Severity = 'refusal' | 'fault' | 'warning' | 'note'

/** `text` says in a sentence what is wrong and what to do. */
export type StartupFinding = { what: string; severity: Severity; text: string }

type FindDatabase = () => Promise<Database | undefined>

type StartupCheck = {
  what: string
  severity: Severity
  /** Changes nothing. There may be no database yet, or none that responds. */
  find: (config: Config, findDatabase: FindDatabase) => Texts | Promise<Texts>
}
type Texts = readonly string[] | string | undefined

/** What a server checks at its start, and `doctor` whenever it is asked. */
const startupChecks: readonly StartupCheck[] = [
  { what: 'files', severity: 'warning', find: findOpenFiles },
  { what: 'settings', severity: 'note', find: ({ unknownNames }) => unknownNames.map(describeUnknownName) },
  { what: 'settings', severity: 'fault', find: findSignUpWarning },
  {
    what: 'settings',
    severity: 'note',
    find: ({ http }) =>
      http.rateLimitFactor === 0
        ? 'RATE_LIMIT_FACTOR is 0: nothing slows down who guesses passwords. Unset it, except for load tests.'
        : undefined,
  },
  { what: 'address', severity: 'note', find: findPlainHttpNote },
  {
    what: 'mail',
    severity: 'note',
    find: ({ outbound }) =>
      outbound === 'off'
        ? 'OUTBOUND is off, so nothing is sent from here: emails are written to files in DATA_DIR/outbox, posts and notifications to the log.'
        : undefined,
  },
  { what: 'mail', severity: 'fault', find: findOutboxFault },
  { what: 'backup', severity: 'fault', find: findBackupFolderFault },
  { what: 'sign-in', severity: 'refusal', find: ofEmbeddedProvider(findUnusablePepper) },
  { what: 'sign-in', severity: 'fault', find: ofEmbeddedProvider(findOtherPepper) },
]

function ofEmbeddedProvider(find: typeof findOtherPepper): StartupCheck['find'] {
  return async (config, findDatabase) => {
    const database = config.signIn.provider === 'embedded' ? await findDatabase() : undefined
    return database && find(database, config)
  }
}

export async function runStartupChecks(config: Config, findDatabase: FindDatabase): Promise<StartupFinding[]> {
  const found: StartupFinding[] = []
  for (const { what, severity, find } of startupChecks) {
    // What keeps the server from starting explains the rest.
    if (found.some((other) => other.what === what && other.severity === 'refusal')) continue
    const texts = await tryFind(() => find(config, findDatabase))
    found.push(...[texts ?? []].flat().map((text) => ({ what, severity, text })))
  }
  return found
}

/** Logs what is wrong or may be, and throws one error for everything with which the server must not start. */
export async function requireStartable(config: Config, database: Database, log: Log): Promise<void> {
  const found = await runStartupChecks(config, async () => database)
  for (const { what, severity, text } of found) {
    if (severity === 'fault') log.error({ check: what }, text)
    else if (severity !== 'refusal') log.warn({ check: what }, text)
  }
  const refusals = found.filter(({ severity }) => severity === 'refusal')
  if (refusals.length > 0) throw new OperatorError(refusals.map(({ text }) => text).join('\n'))
}

const fileReaders = { POOL_LOGO: readLogo, POOL_ICON: readIcon, POOL_RULES: readHouseRules }

/** The settings as the server needs them: refused with every fault, also those of the files that they name. */
export function loadServerConfig(): Config {
  return loadConfig((values) =>
    Object.entries(fileReaders).flatMap(([name, read]) => {
      const file = values[name]
      try {
        if (file !== undefined) read(file)
        return []
      } catch (error) {
        return toText(error)
      }
    }),
  )
}

/** A file that cannot be used is a fault as well, and the next check still runs. */
async function tryFind(find: () => Texts | Promise<Texts>): Promise<Texts> {
  try {
    return await find()
  } catch (error) {
    return toText(error)
  }
}

/** Throws what is no fault of the installation. */
function toText(error: unknown): string {
  const text = explainStartupError(error)
  if (text === undefined) throw error
  return text
}
