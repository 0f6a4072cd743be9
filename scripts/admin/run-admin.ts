import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { sendTestMail, toMailTransport } from '#server/delivery/mail/mailer.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { type Config, loadConfig } from '#server/platform/settings/config.ts'
import { version } from '#server/platform/settings/version.ts'
import { adminCommand, toFileHint } from '#server/platform/start/operator-commands.ts'
import { explainStartupError } from '#server/platform/start/startup-error.ts'
import { openStandingsFile } from '#server/results/standings-csv.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import {
  create,
  deleteUser,
  exportUser,
  resetPassword,
  resetSecondFactor,
  rotateKeys,
  setupLink,
} from './account-commands.ts'
import { backup, migrate, restore } from './backup-commands.ts'
import {
  type Command,
  CommandError,
  type CommandInput,
  type Context,
  onDatabase,
  options,
  UsageError,
} from './command.ts'
import { describeFinding, diagnose } from './doctor/diagnose.ts'
import { importFile, undoImportByNumber } from './import-file.ts'
import { block, grant, list, revoke, unblock } from './role-commands.ts'

const chooseById = '--id ID selects the user by the number that "list" shows.'
const forceForLastAdmin = 'The only admin who can sign in is kept, unless --force is given.'

/** The commands, in the order of the help. */
const commands: Readonly<Record<string, Command>> = {
  'setup-link': {
    usage: 'setup-link',
    summary: 'a one-time link to the page that creates the first admin',
    details: 'Works only while there is no admin. The link is valid for 30 minutes and invalidates earlier ones.',
    run: onDatabase(setupLink),
  },
  list: { usage: 'list', summary: 'list all users', run: onDatabase(list) },
  create: {
    usage: 'create EMAIL --name NAME [--password PASSWORD]',
    summary: 'create an account; without a password, print a random one',
    run: onDatabase(create),
  },
  grant: {
    usage: 'grant EMAIL --admin | --power [--id ID]',
    summary: 'make a user an admin or a power user',
    details: `${chooseById} This is required if the address is unverified, or if several users have it.`,
    run: onDatabase(grant),
  },
  revoke: {
    usage: 'revoke EMAIL --admin | --power [--id ID] [--force]',
    summary: 'revoke a role',
    details: `${chooseById} ${forceForLastAdmin}`,
    run: onDatabase(revoke),
  },
  block: {
    usage: 'block EMAIL | --id ID [--force]',
    summary: "end the user's sessions and refuse further sign-ins",
    details: `${chooseById} ${forceForLastAdmin}`,
    run: onDatabase(block),
  },
  unblock: { usage: 'unblock EMAIL | --id ID', summary: 'let the user sign in again', run: onDatabase(unblock) },
  'reset-password': {
    usage: 'reset-password EMAIL | --id ID [--random] [--yes]',
    summary: 'for a forgotten or stolen password; works without email',
    details: `Ends all sessions, invalidates the old password, and prints a link for choosing a new one. It works once, within an hour.
--random prints a random password instead. Without --yes, it only shows what would happen. ${chooseById}`,
    run: onDatabase(resetPassword),
  },
  'reset-second-factor': {
    usage: 'reset-second-factor EMAIL',
    summary: 'for a lost phone; the user then signs in with the password alone',
    run: onDatabase(resetSecondFactor),
  },
  'export-user': {
    usage: 'export-user EMAIL | --id ID > FILE.json',
    summary: `everything stored about a user${toFileHint}`,
    details: `The file is for that user only: it contains their picks, even before the start. ${chooseById}`,
    run: onDatabase(exportUser),
  },
  'delete-user': {
    usage: 'delete-user EMAIL | --id ID [--yes] [--force]',
    summary: 'delete a user; without --yes, only show what would change',
    details: `Entries of tournaments that have started remain under "former player". ${chooseById}
${forceForLastAdmin}`,
    run: onDatabase(deleteUser),
  },
  'rotate-keys': {
    usage: 'rotate-keys [--revoke]',
    summary: 'add a signing key; --revoke: reject all earlier ones and end all sessions immediately',
    run: onDatabase(rotateKeys),
  },
  backup: {
    usage: 'backup FILE [--allow-empty | --verify]',
    summary: 'write a full backup to a new file, while the server runs',
    details: `A consistent snapshot of the database, SQLite or PostgreSQL, and the pepper file. Does not contain .env and PASSWORD_PEPPER.
A pool without users is refused, because the folder is probably a wrong one; --allow-empty backs it up.
--verify reads a backup to its end instead, and writes nothing.`,
    run: (config, input) => backup(config(), input),
  },
  restore: {
    usage: 'restore FILE [--send-queued | --trial FOLDER]',
    summary: 'restore a backup into an empty SQLite or PostgreSQL database',
    details: `Refuses a database that is not empty. Restores everything or nothing. Backups of earlier versions are upgraded.
Emails that were queued when the backup was made are given up, because they may have been sent since; with
--send-queued they are sent.
--trial restores into a new folder, beside the running pool, with settings under which nothing is sent to anybody.`,
    run: (config, input) => restore(config(), input),
  },
  migrate: {
    usage: 'migrate',
    summary: 'create the database, or upgrade it to this version, as a start of the server does',
    details: `No other command but restore does this. It writes a backup to BACKUP_DIR first. An upgrade that earlier versions cannot work with requires
that all processes of the pool are stopped.`,
    run: (config) => migrate(config()),
  },
  doctor: {
    usage: 'doctor [EVENT_ID]',
    summary: 'make the checks of a start, and check database, clock, feed, mail, provider, address and backups',
    details: `Changes nothing. Run it on the server's machine as the server's user, with its settings, while the server is running.
The checks of a start are those that the server makes and logs: settings and their files, permissions, port, pepper, backup folder.
Each line says "ok" or what to do; a "note" may be intentional.
EVENT_ID is the event to ask SCORES_URL for, by default that of the active tournament. The exit code is 1 if something is wrong.`,
    run: (_config, { subject }) => doctor(subject),
  },
  'test-mail': {
    usage: 'test-mail ADDRESS',
    summary: "send an email now and print the mail server's response",
    run: (config, input) => testMail(config(), input),
  },
  import: {
    usage: 'import FILE.csv [--person ADDRESS=WHO] [--yes]',
    summary: 'import past results; without --yes, only show what would change',
    details: '--person says who somebody is whose name others have; without it, the command shows the choices.',
    run: onDatabase(importFile),
  },
  'undo-import': {
    usage: 'undo-import NUMBER',
    summary: 'remove what an import has added, unless it is used',
    run: onDatabase(undoImportByNumber),
  },
  standings: {
    usage: 'standings ID > FILE.csv',
    summary: `print the standings of a tournament that has started${toFileHint}`,
    run: onDatabase(printStandings),
  },
}

async function doctor(event?: string): Promise<void> {
  if (event !== undefined && !/^\d{4,12}$/.test(event)) throw new UsageError()
  const findings = await diagnose(undefined, event)
  for (const finding of findings) console.log(describeFinding(finding))
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
}

function describeCommands(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  return `Usage: ${adminCommand} COMMAND\n\n${lines.join('\n')}\n\nFor the help of a command, run: ${adminCommand} COMMAND --help`
}

function describeCommand({ usage, summary, details }: Command): string {
  const first = `Usage: ${adminCommand} ${usage}\n\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  return details === undefined ? first : `${first}\n${details}`
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The rest would explain the library's syntax.
    const [reason] = error.message.split(/[.\n]/)
    throw new UsageError(`${reason}.\n${describeCommands()}`)
  }
}

/** Runs a command with these settings. Returns the exit code: 1 if it was refused or failed, 2 for invalid arguments. */
export async function runAdmin(args: readonly string[], settings: () => Config = loadConfig): Promise<number> {
  try {
    await runCommand(args, settings)
    return 0
  } catch (error) {
    const isExplained = error instanceof CommandError || error instanceof UsageError
    console.error(isExplained ? error.message : (explainStartupError(error) ?? error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function runCommand(args: readonly string[], settings: () => Config): Promise<void> {
  const { positionals, values } = readArguments(args)
  if (values.version) return console.log(version)
  const [name = 'help', subject, ...more] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    if (!values.help && positionals[0] !== 'help')
      throw new UsageError(
        positionals.length === 0 ? describeCommands() : `There is no command "${name}".\n${describeCommands()}`,
      )
    return console.log(describeCommands())
  }
  if (values.help) return console.log(describeCommand(command))
  try {
    requireAccepted(command, values, subject === undefined ? [] : [subject, ...more])
    await command.run(settings, { subject, flags: values })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(error.message ? `${error.message}\n${describeCommand(command)}` : describeCommand(command))
  }
}

/** Refuses what would otherwise be ignored: a mistyped command must not do something else than was meant. */
function requireAccepted({ usage }: Command, flags: CommandInput['flags'], words: readonly string[]): void {
  const hasSubject = /^[a-z-]+ \[?[A-Z]/.test(usage)
  const unexpected = words[hasSubject ? 1 : 0]
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}".`)
  const accepted = new Set(usage.match(/--[a-z-]+/g))
  const unknown = Object.keys(flags).find((name) => !accepted.has(`--${name}`))
  if (unknown !== undefined) throw new UsageError(`Unexpected option "--${unknown}".`)
}

/** `standings ID`: the pool's standings as CSV on standard output. */
async function printStandings({ database: { db }, clock }: Context, { subject: id }: CommandInput): Promise<void> {
  if (id === undefined) throw new UsageError()
  if (!/^[1-9]\d{0,8}$/.test(id))
    throw new CommandError(`${id} is not a tournament ID. Use the number in its URL, such as 12 in /pool/12.`)
  const findBoard = (tournamentId: number) => findLeaderboard(db, tournamentId)
  try {
    const { chunks } = await openStandingsFile({ db, clock, findBoard }, Number(id))
    await pipeline(Readable.from(chunks), process.stdout)
  } catch (error) {
    // The reader closed the pipe.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return
    if (!(error instanceof Problem)) throw error
    throw new CommandError(error.code === 'not-found' ? `There is no tournament ${id}.` : error.message)
  }
}

async function testMail(config: Config, { subject }: CommandInput): Promise<void> {
  if (subject === undefined) throw new UsageError()
  const address = parseEmail(subject)
  if (address === undefined) throw new CommandError(`${subject} is not an email address.`)
  const { mail, outbound, dataFolder, publicUrl, branding } = config
  const accent =
    branding.accent === null
      ? null
      : (await import('#server/platform/branding/accent.ts')).deriveAccent(branding.accent)
  const sent = await sendTestMail(toMailTransport(config), dataFolder, {
    address,
    publicUrl,
    name: branding.name,
    accent,
  }).catch((error: Error) => {
    throw new CommandError(`The email was not sent. ${error.message}\nCheck SMTP_URL and MAIL_FROM (${mail.from}).`)
  })
  const reason = outbound === 'off' ? 'OUTBOUND is off' : 'SMTP_URL is not set'
  if ('file' in sent) console.log(`${reason}, so emails are written to files. This one is ${sent.file}`)
  else console.log(`The mail server accepted the email to ${address} from ${mail.from}: ${sent.answer}`)
}
