import type { parseArgs } from 'node:util'
import { type Clock, createSystemClock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { toDatabaseFault } from '#server/platform/db/database-fault.ts'
import { openCurrentDatabase } from '#server/platform/db/migrated-database.ts'
import type { Config } from '#server/platform/settings/config.ts'

export type Context = { config: Config; database: Database; clock: Clock }

/** An error for the user of the command: printed without a stack trace; the message says what to do. */
export class CommandError extends Error {}

/** Invalid arguments: the message and the command's usage are printed, and the exit code is 2. */
export class UsageError extends Error {}

/** `subject`: the argument of the command: an email address, a file or an id. */
export type CommandInput = {
  subject: string | undefined
  flags: ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
}

/** The options of all commands. Which of them a command accepts is its usage. */
export const options = {
  name: { type: 'string' },
  password: { type: 'string' },
  admin: { type: 'boolean' },
  power: { type: 'boolean' },
  id: { type: 'string' },
  person: { type: 'string', multiple: true },
  yes: { type: 'boolean' },
  force: { type: 'boolean' },
  revoke: { type: 'boolean' },
  random: { type: 'boolean' },
  'send-queued': { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  trial: { type: 'string' },
  verify: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export type Command = {
  /** The command's syntax after "npm run admin --": every option that it accepts, and the name of its argument in capitals. */
  usage: string
  /** The summary in the help, in one line. */
  summary: string
  /** Further lines for the help of this command. */
  details?: string
  /** `readConfig` throws an error that says which settings are invalid. */
  run(readConfig: () => Config, input: CommandInput): Promise<void>
}

/** A command that uses the database of this version, and never creates or migrates one. */
export function onDatabase(run: (context: Context, input: CommandInput) => Promise<void>): Command['run'] {
  return async (readConfig, input) => {
    const config = readConfig()
    const database = await openCurrentDatabase(config.database)
    try {
      await run({ config, database, clock: createSystemClock(database.kind) }, input)
    } catch (error) {
      throw isDatabaseUnavailable(error) ? toDatabaseFault(error, config.database) : error
    } finally {
      await database.close()
    }
  }
}
