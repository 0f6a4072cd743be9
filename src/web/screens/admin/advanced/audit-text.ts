import type { AuditLogLine } from '#contract/admin-contract.ts'
import { formatCount } from '../shared/format-count.ts'

type Details = AuditLogLine['details']
/** The name of a tournament that is known here. */
type GetTournamentName = (tournamentId: number) => string | undefined

/** Who did it: a line without a user was written by the operator's command line. */
export function toActorName({ user }: Pick<AuditLogLine, 'user'>): string {
  return user?.name ?? 'The operator'
}

/** What was done, to be read after who did it: "ended Spring Open with places for 12 players". */
export function toAuditText({ action, details }: AuditLogLine, getTournamentName: GetTournamentName): string {
  const word = Object.hasOwn(descriptions, action) ? descriptions[action] : undefined
  return word === undefined ? `did something: ${action}` : word(details, getTournamentName)
}

const descriptions: Readonly<
  Record<string, (details: Details, getTournamentName: GetTournamentName) => string>
> = {
  'account created': ({ email }) => `created an account for ${textOf(email) ?? 'somebody'}`,
  'role granted': ({ role, email }) => `made ${textOf(email) ?? 'somebody'} ${roleOf(role)}`,
  'role revoked': ({ role, email }) => `took from ${textOf(email) ?? 'somebody'} the role of ${roleOf(role)}`,
  'signing key added': () => 'added a key that signs people in',
  'tournament created': (details, getTournamentName) => `created ${tournamentOf(details, getTournamentName)}`,
  'tournament changed': (details, getTournamentName) =>
    `changed ${changedParts(details)} of ${tournamentOf(details, getTournamentName)}`,
  'tournament ended': (details, getTournamentName) => {
    const entries = numberOf(details['entries'])
    const places = entries ? `with places for ${formatCount(entries, 'player')}` : 'without places'
    return `ended ${tournamentOf(details, getTournamentName)} ${places}`
  },
  'entry created': (details, getTournamentName) => `entered ${tournamentOf(details, getTournamentName)}`,
  'entry changed': (details, getTournamentName) =>
    `changed an entry in ${tournamentOf(details, getTournamentName)}`,
  'users merged': ({ target, sources }) => {
    const merged = Array.isArray(sources) ? sources.map(personOf) : []
    return `merged ${listOf(merged) || 'users'} into ${personOf(target)}`
  },
  'cache cleared': () => 'cleared the server cache',
  'audit e-mail sent': ({ recipients }) =>
    `sent the audit e-mail to ${formatCount(numberOf(recipients) ?? 0, 'admin')}`,
  'reminders sent': ({ count, ...details }, getTournamentName) =>
    `sent ${formatCount(numberOf(count) ?? 0, 'reminder')} about ${tournamentOf(details, getTournamentName)}`,
  'owners told of withdrawals': ({ told, ...details }, getTournamentName) =>
    `told ${formatCount(numberOf(told) ?? 0, 'player')} in ${tournamentOf(details, getTournamentName)} of withdrawn golfers`,
  'results imported': ({ file, results, tournaments }) =>
    `imported ${formatCount(numberOf(results) ?? 0, 'result')} and ${formatCount(numberOf(tournaments) ?? 0, 'new tournament')} from ${textOf(file) ?? 'a file'}`,
}

/** By the name that it has now, else the one in the line. */
function tournamentOf({ tournamentId, after }: Details, getTournamentName: GetTournamentName): string {
  const id = numberOf(tournamentId)
  const name = (id === undefined ? undefined : getTournamentName(id)) ?? textOf(fieldOf(after, 'name'))
  return name ?? (id === undefined ? 'a tournament' : `tournament ${id}`)
}

const parts: Readonly<Record<string, string>> = {
  name: 'the name',
  start: 'the start',
  tiebreakers: 'the tiebreakers',
  players: 'the golfers',
}

function changedParts({ after }: Details): string {
  const changed = typeof after === 'object' && after !== null ? Object.keys(after) : []
  return listOf(changed.flatMap((part) => parts[part] ?? [])) || 'something'
}

function roleOf(role: unknown): string {
  return role === 'admin' ? 'an admin' : 'a power user'
}

function personOf(person: unknown): string {
  const name = textOf(fieldOf(person, 'name')) ?? 'somebody'
  const address = textOf(fieldOf(person, 'userName'))
  return address === undefined ? name : `${name} (${address})`
}

const list = new Intl.ListFormat('en')

function listOf(texts: readonly string[]): string {
  return list.format(texts)
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
