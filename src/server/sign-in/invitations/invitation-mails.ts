import { randomUUID } from 'node:crypto'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { InvitationMails, NewInvitationMails, SentInvitationMails } from '#contract/invitation-contract.ts'
import { toInvitationState } from '#domain/invitation.ts'
import { isDeliverable, parseEmail } from '#server/delivery/mail/email-address.ts'
import { addEmails, composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { fillPoolName, poolName } from '#server/platform/text/pool-name.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireLockedTournament, requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { keepingStart, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { findUser, lockFirstUser } from '#server/users/user-store.ts'
import {
  type Addressed,
  addInvited,
  countInvitedSince,
  findAddressed,
  findLastTournament,
  findMailedInvitation,
  listInvited,
  listPlayerAddresses,
  listRefusals,
} from './invitation-mail-store.ts'
import { addInvitation, findInvitation, findInvitationByKey, type Invitation } from './invitation-store.ts'
import { type createInvitationTokens, toAddressDigest, toRefusalToken } from './invitation-tokens.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & {
  /** The invitation key in the table `secrets`. */
  key: string
  config: Pick<Config, 'publicUrl' | 'timeZone' | 'mail'>
  tokens: ReturnType<typeof createInvitationTokens>
  /** False: nobody can create an account by a link, so the address of the entry form is sent. */
  hasLinks: boolean
  entryUrl: string
  urlOf(salt: string): string
  /** The pool's name. */
  name: string
}

/** Of a pool, in 24 hours. */
const dailyLimit = 200
const dayMs = 24 * 60 * 60 * 1000

/** What an invitation by email says. */
type Letter = {
  organiser: string
  tournament: Pick<TournamentRecord, 'name' | 'start'>
  url: string
  refusalUrl: string
  timeZone: string
}

/**
 * Invitations by email: one for an address and tournament, with a link like any other (docs/rules.md, 11.6). What the organiser
 * learns about a pasted address is the same whoever owns it.
 */
export function createInvitationMailer(options: Options) {
  const { db, clock, outbox, key, config, tokens, hasLinks, entryUrl, urlOf, name } = options
  const { publicUrl, timeZone, mail } = config

  const countLeft = async (from: Db, now: Date) =>
    Math.max(0, dailyLimit - (await countInvitedSince(from, new Date(now.getTime() - dayMs))))

  /** People of the last tournament who want invitations and have not entered this one. */
  async function listLastTime(from: Db, tournament: TournamentRecord) {
    const last = await findLastTournament(from, tournament)
    if (!last) return undefined
    const addresses = (await listPlayerAddresses(from, last.id)).filter(isDeliverable)
    const wanting = await findWanting(from, tournament.id, addresses)
    return { name: last.name, addresses: addresses.filter((address) => wanting.has(address)) }
  }

  /** The addresses at which an invitation is welcome, with the time zone of their owners. */
  async function findWanting(from: Db, tournamentId: number, addresses: readonly string[]) {
    const addressed = await findAddressed(from, tournamentId, addresses)
    const refusals = await listRefusals(
      from,
      addresses.map((address) => toAddressDigest(key, address)),
    )
    const wanting = new Map<string, string>()
    for (const address of addresses) {
      const people = addressed.get(address) ?? []
      if (!refusals.has(toAddressDigest(key, address)) && people.every(isInvitable))
        wanting.set(address, people[0]?.timeZone ?? timeZone)
    }
    return wanting
  }

  /** The link for all invitations of a tournament by email; another one once it has been revoked. */
  async function getLink(trx: Db, tournamentId: number, creatorId: number, now: Date): Promise<Invitation | undefined> {
    if (!hasLinks) return undefined
    const knownId = await findMailedInvitation(trx, tournamentId)
    const known = knownId === undefined ? undefined : await findInvitation(trx, knownId)
    if (known && toInvitationState(known, now) === 'usable') return known
    const requestKey = `mail-${randomUUID()}`
    const limits = { expiresAt: null, maxUses: null, isOnWall: false }
    await addInvitation(trx, { ...limits, ...tokens.create(), requestKey, subject: { tournamentId }, creatorId }, now)
    const added = await findInvitationByKey(trx, requestKey)
    if (!added) throw new Error('An invitation was not added.')
    const details = { tournamentId, invitationId: added.id, expiresAt: null, maxUses: null }
    await addAuditEntry(trx, { userId: creatorId, action: 'invitation created', details }, now)
    return added
  }

  function compose({ organiser, tournament, url, refusalUrl, timeZone: zone }: Letter): MailMessage {
    const account = hasLinks ? 'You need an account to play, and can create one there.' : 'You need an account to play.'
    return composeMail({
      subject: `${organiser} invites you to ${tournament.name}`,
      paragraphs: [
        'Hello,',
        `${organiser} invites you to the golf pool for ${tournament.name} at ${poolName}. Pick your golfers by ${formatMailTime(tournament.start, zone)}. ${account}`,
      ],
      action: { text: 'Join the pool', url },
      closing: `If you do not know ${organiser}, ignore this email. You get no other one for ${tournament.name}.`,
      footer: { text: 'You can refuse further invitations here', url: refusalUrl },
    })
  }

  return {
    /** What the organiser sees before they send anything. */
    async preview(tournamentId: number, organiserId: number): Promise<InvitationMails> {
      const tournament = await requireTournament(db, tournamentId)
      const now = await clock.authoritativeNow(db)
      const invited = await listInvited(db, tournamentId)
      const lastTime = await listLastTime(db, tournament)
      const organiser = (await findUser(db, organiserId))?.user.name ?? ''
      const links = { url: hasLinks ? `${publicUrl}${identityPaths.join}/…` : entryUrl, refusalUrl: '…' }
      const { subject, text } = compose({ organiser, tournament, ...links, timeZone })
      const isNew = (address: string) => !invited.has(toAddressDigest(key, address))
      return {
        invited: invited.size,
        left: await countLeft(db, now),
        lastTime: lastTime ? { name: lastTime.name, people: lastTime.addresses.filter(isNew).length } : null,
        message: { subject: fillPoolName(subject, name), text: fillPoolName(text, name) },
      }
    },

    async send(
      tournamentId: number,
      { addresses: asked }: NewInvitationMails,
      organiserId: number,
    ): Promise<SentInvitationMails> {
      if (mail.kind !== 'smtp') throw new Problem('no-mail-server')
      const pasted = asked === null ? undefined : parseAddresses(asked)
      const sent = await keepingStart({ db, clock }, tournamentId, async (trx) => {
        // One at a time, also for several tournaments: the limit is the pool's.
        await lockFirstUser(trx)
        const tournament = await requireLockedTournament(trx, tournamentId)
        const now = await clock.authoritativeNow(trx)
        if (!tournament.active) throw new Problem('tournament-ended')
        if (await observeStart(trx, tournament, now)) throw new Problem('entries-closed')
        const addresses = pasted ?? (await listLastTime(trx, tournament))?.addresses ?? []
        const invited = await listInvited(trx, tournamentId)
        const fresh = addresses.filter((address) => !invited.has(toAddressDigest(key, address)))
        const taken = fresh.slice(0, await countLeft(trx, now))
        const result = {
          sent: taken.length,
          repeated: addresses.length - fresh.length,
          waiting: fresh.length - taken.length,
        }
        if (taken.length === 0) return result
        const link = await getLink(trx, tournamentId, organiserId, now)
        const digests = taken.map((address) => toAddressDigest(key, address))
        await addInvited(trx, { tournamentId, invitationId: link?.id ?? null, digests }, now)
        const organiser = (await findUser(trx, organiserId))?.user.name ?? ''
        const wanting = await findWanting(trx, tournamentId, taken)
        const emails = [...wanting].map(([recipient, zone]) => ({
          requestKey: `invitation:${tournamentId}`,
          recipient,
          message: compose({
            organiser,
            tournament,
            url: link ? urlOf(link.salt) : entryUrl,
            refusalUrl: `${publicUrl}${identityPaths.refuseInvitations}/${toRefusalToken(key, recipient)}`,
            timeZone: zone,
          }),
          expiresAt: tournament.start,
          // The pool keeps no address of somebody who has no account.
          isDeletedWhenDone: true,
        }))
        await addEmails(trx, emails, now)
        // As many as the organiser asked for: the audit log, too, says nothing about one address.
        const details = { tournamentId, count: taken.length, lastTime: asked === null }
        await addAuditEntry(trx, { userId: organiserId, action: 'invitations sent', details }, now)
        return result
      })
      outbox.wake()
      return sent
    },
  }
}

/** Neither blocked nor entered, and has not turned off what organisers write. Deleted people have no address any more. */
function isInvitable({ isBlocked, hasEntered, choices }: Addressed): boolean {
  return !isBlocked && !hasEntered && choices.message !== 'off'
}

function parseAddresses(texts: readonly string[]): string[] {
  const addresses = texts.map((text) => {
    const address = parseEmail(text)
    if (address === undefined || !isDeliverable(address))
      throw invalidField('addresses', `must be email addresses, but “${text}” is not one`)
    return address
  })
  return [...new Set(addresses)]
}
