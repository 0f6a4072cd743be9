import type { AuditLogLine, AuditLogPerson } from '#contract/admin-contract.ts'
import { maxAuditNames } from '#contract/limits.ts'
import { webhookServiceNames, webhookServices } from '#domain/notifications/webhook-url.ts'
import { formatCount, formatList } from '#domain/text/format.ts'
import { toPersonName } from '#web/screens/admin/common/person-name.ts'

type Details = AuditLogLine['details']
type ToPerson = (id: unknown) => string

/** The names of tournaments and people, which the details name by id. */
export type AuditNames = {
  readonly tournaments: ReadonlyMap<number, string>
  readonly people: ReadonlyMap<number, AuditLogPerson>
}

/** The name of the user; actions without one come from the operator’s command line. */
export function toActorName({ user, action }: Pick<AuditLogLine, 'user' | 'action'>): string {
  return user?.name ?? (actionsOfServer.includes(action) ? 'The server' : 'The operator')
}

const actionsOfServer = ['clock changed', 'correction settled', 'field judged', 'start moved']

/** The action in words, to follow the actor’s name: "ended Spring Open with places for 12 players". */
export function toAuditText({ action, details }: AuditLogLine, { tournaments, people }: AuditNames): string {
  const describe = Object.hasOwn(descriptions, action) ? descriptions[action] : undefined
  if (describe === undefined) return `performed: ${action}`
  return describe(details, tournamentOf(details, tournaments), (id) => personOf(people.get(numberOf(id) ?? 0)))
}

/** By stored action name. Names in existing logs never change, even if the wording does. */
const descriptions: Readonly<Record<string, (details: Details, tournament: string, toPerson: ToPerson) => string>> = {
  'account created': ({ userId }, _, toPerson) => `created an account for ${toPerson(userId)}`,
  'first admin created': () => 'created the first admin account',
  'password reset by the operator': ({ userId }, _, toPerson) => `reset the password of ${toPerson(userId)}`,
  'password reset': ({ userId }, _, toPerson) => `made a link for a new password for ${toPerson(userId)}`,
  'person added': ({ userId }, _, toPerson) => `added ${toPerson(userId)}, who enters by a link`,
  'link to enter made': ({ userId }, _, toPerson) => `made a link to enter for ${toPerson(userId)}`,
  'account admitted': () => 'admitted an account whose address is not confirmed',
  'confirmation sent again': () => 'sent a confirmation email again',
  'organiser link created': () => 'made a link for a new organiser',
  'organiser link revoked': () => 'revoked the link for a new organiser',
  'account entered by a link': () => 'entered with a link that somebody else had made',
  'backup restored': ({ madeAt }) => `restored the backup of ${textOf(madeAt) ?? 'an earlier time'}`,
  'user deleted': ({ userId }) => `deleted user ${numberOf(userId) ?? ''}`.trim(),
  'role granted': ({ role, userId }, _, toPerson) =>
    `made ${toPerson(userId)} ${role === 'admin' ? 'an admin' : 'a power user'}`,
  'role revoked': ({ role, userId }, _, toPerson) =>
    `removed the ${role === 'admin' ? 'admin' : 'power user'} role of ${toPerson(userId)}`,
  'removed from a group': ({ userId }, _, toPerson) => `removed ${toPerson(userId)} from a group`,
  'user blocked': ({ userId }, _, toPerson) => `blocked ${toPerson(userId)}`,
  'user unblocked': ({ userId }, _, toPerson) => `unblocked ${toPerson(userId)}`,
  'sign-in connected': ({ provider }) => `connected a sign-in at ${textOf(provider) ?? 'another provider'}`,
  'sign-in disconnected': ({ provider }) => `disconnected the sign-in at ${textOf(provider) ?? 'another provider'}`,
  'second factor turned on': () => 'turned on a second factor',
  'second factor turned off': () => 'turned off the second factor',
  'recovery codes renewed': () => 'generated new recovery codes',
  'second factor reset': ({ userId }, _, toPerson) => `reset the second factor of ${toPerson(userId)}`,
  'signing key added': () => 'added a token signing key',
  'signing keys revoked': () => 'revoked all earlier token signing keys',
  'invitation created': ({ maxUses }, tournament) => {
    const count = numberOf(maxUses)
    return `created an invitation link to ${tournament}${count === undefined ? '' : ` for ${formatCount(count, 'account')}`}`
  },
  'invitation revoked': (_, tournament) => `revoked an invitation link to ${tournament}`,
  'invitations sent': ({ count }, tournament) =>
    `invited ${formatCount(numberOf(count) ?? 0, 'address', 'addresses')} to ${tournament} by email`,
  'webhook added': ({ service }) => `added a ${chatServiceOf(service)} chat for posts`,
  'webhook changed': ({ service }) => `changed the posts to a ${chatServiceOf(service)} chat`,
  'webhook removed': ({ service }) => `removed a ${chatServiceOf(service)} chat`,
  'event announced': ({ name }) => `announced ${textOf(name) ?? 'an event'}`,
  'announcement withdrawn': ({ name }) => `withdrew the announcement of ${textOf(name) ?? 'an event'}`,
  'tournament created': (_, tournament) => `created ${tournament}`,
  'tournament changed': (details, tournament) => `changed ${changedParts(details)}${tournament}`,
  'field judged': ({ reason, leavers }, tournament) => {
    if (textOf(reason) !== undefined) return `found that the field of ${tournament} is provisional`
    const count = numberOf(leavers) ?? 0
    const lost = count === 0 ? '' : `, without ${formatCount(count, 'golfer')} of the lists`
    return `found that the field of ${tournament} is out${lost}`
  },
  'start moved': (_, tournament) => `moved the start of ${tournament} to the feed’s`,
  'result corrected': ({ changed }, tournament) =>
    `corrected the result of ${tournament}: ${formatCount(numberOf(changed) ?? 0, 'entry', 'entries')} moved`,
  'tournament deleted': ({ name }) => `deleted ${textOf(name) ?? 'a tournament'}, which was cancelled`,
  'tournament reopened': (_, tournament) => `reopened ${tournament}`,
  'tournament ended': ({ entries: count, reason }, tournament) => {
    const entries = numberOf(count)
    const why = textOf(reason)
    const places = entries
      ? `with places for ${formatCount(entries, 'player')}`
      : `without places${why === undefined ? '' : `: ${why}`}`
    return `ended ${tournament} ${places}`
  },
  'hat hidden': (_, tournament) => `hid the Hat of ${tournament}`,
  'hat shown': (_, tournament) => `showed the Hat of ${tournament} again`,
  'tie decided': ({ decision, trueAnswers }, tournament) => {
    const answers = Array.isArray(trueAnswers) ? trueAnswers.filter((answer) => answer !== '') : []
    if (decision) return `recorded who wins the shared first place of ${tournament}: ${textOf(decision)}`
    if (answers.length > 0) return `recorded the true answers of ${tournament}: ${formatList(answers)}`
    return `removed what was said about the ties of ${tournament}`
  },
  'scores published': (_, tournament) => `published scores of ${tournament}`,
  'scores from the feed again': (_, tournament) => `returned ${tournament} to the scores of the feed`,
  'score corrected': (_, tournament) => `corrected a golfer’s scores in ${tournament}`,
  'correction ended': (_, tournament) => `ended the correction of a golfer’s scores in ${tournament}`,
  'correction settled': (_, tournament) => `ended a correction in ${tournament}, because the source says the same`,
  'entry created': (_, tournament) => `entered ${tournament}`,
  'entry changed': (_, tournament) => `changed an entry in ${tournament}`,
  'entry withdrawal: withdrawn': (_, tournament) => `withdrew from ${tournament}`,
  'entry withdrawal: undone': (_, tournament) => `took back their withdrawal from ${tournament}`,
  'entry withdrawal: removed': ({ userId, reason }, tournament, toPerson) =>
    `removed the entry of ${toPerson(userId)} from ${tournament}: ${textOf(reason) ?? ''}`,
  'entry withdrawal: restored': ({ userId }, tournament, toPerson) =>
    `undid the removal of ${toPerson(userId)} from ${tournament}`,
  'entry withdrawal: allowed': ({ userId }, tournament, toPerson) =>
    `allowed ${toPerson(userId)} to enter ${tournament} again`,
  'entry removed': (_, tournament) => `left ${tournament}: the entry was removed`,
  'users merged': ({ targetId, sourceIds }, _, toPerson) =>
    `merged ${listed(sourceIds, toPerson)} into ${toPerson(targetId)}`,
  'clock changed': ({ expected, shown }) =>
    `noticed that its clock jumped from ${textOf(expected) ?? 'one time'} to ${textOf(shown) ?? 'another'}`,
  'cache cleared': () => 'cleared the server cache',
  'audit e-mail sent': ({ recipients }) => `sent the audit email to ${formatCount(numberOf(recipients) ?? 0, 'admin')}`,
  'results sent': ({ count }, tournament) =>
    `sent the results of ${tournament} to ${formatCount(numberOf(count) ?? 0, 'entrant')}`,
  'payments marked': ({ userIds }, tournament, toPerson) =>
    `marked as paid for ${tournament}: ${listed(userIds, toPerson)}`,
  'payments cleared': ({ userIds }, tournament, toPerson) =>
    `marked as not paid for ${tournament}: ${listed(userIds, toPerson)}`,
  'prize paid': ({ userId, prize }, tournament, toPerson) =>
    `marked a prize of ${tournament} as paid out to ${toPerson(userId)}: ${textOf(prize)}`,
  'prize payment cleared': ({ userId, prize }, tournament, toPerson) =>
    `marked a prize of ${tournament} as not paid out to ${toPerson(userId)}: ${textOf(prize)}`,
  'message sent': ({ count }, tournament) =>
    `sent a message about ${tournament} to ${formatCount(numberOf(count) ?? 0, 'person', 'people')}`,
  'reminders sent': ({ count }, tournament) =>
    `sent ${formatCount(numberOf(count) ?? 0, 'reminder')} about ${tournament}`,
  'owners told of withdrawals': ({ notified, told = notified }, tournament) =>
    `notified ${told === null ? 'players' : formatCount(numberOf(told) ?? 0, 'player')} in ${tournament} about withdrawn golfers`,
  'import undone': ({ importId, file }) => `undid import ${numberOf(importId) ?? ''} from ${textOf(file) ?? 'a file'}`,
  'results imported': ({ file, results, tournaments }) =>
    `imported ${formatCount(numberOf(results) ?? 0, 'result')} and ${formatCount(numberOf(tournaments) ?? 0, 'new tournament')} from ${textOf(file) ?? 'a file'}`,
}

function listed(ids: unknown, toPerson: ToPerson): string {
  const list: unknown[] = Array.isArray(ids) ? ids : []
  const named = list.slice(0, maxAuditNames)
  return formatList(named.map(toPerson), list.length - named.length) || 'users'
}

/** The tournament’s current name, or else the one that was logged. */
function tournamentOf({ tournamentId, after }: Details, names: AuditNames['tournaments']): string {
  const id = numberOf(tournamentId)
  const name = names.get(id ?? 0) ?? textOf(fieldOf(after, 'name'))
  return name ?? (id === undefined ? 'a tournament' : `tournament ${id}`)
}

const partNames: Readonly<Record<string, string>> = {
  name: 'the name',
  start: 'the start',
  tiebreakers: 'the tiebreakers',
  players: 'the golfers',
  fee: 'the fee',
  houseRules: 'the house rules',
}

/** "the start and the golfers of "; empty when the parts are unknown. */
function changedParts({ after }: Details): string {
  const changed = typeof after === 'object' && after !== null ? Object.keys(after) : []
  const parts = formatList(changed.flatMap((part) => partNames[part] ?? []))
  return parts && `${parts} of `
}

function personOf(person: AuditLogPerson | undefined): string {
  return person ? toPersonName(person) : 'someone'
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined
}

function chatServiceOf(service: unknown): string {
  return webhookServices.flatMap((known) => (known === service ? webhookServiceNames[known] : []))[0] ?? 'group'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
