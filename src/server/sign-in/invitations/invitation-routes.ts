import { identityPaths } from '#contract/identity-page-paths.ts'
import { entryFormPath } from '#contract/identity-paths.ts'
import {
  type InvitationList,
  invitation,
  invitationList,
  invitationMails,
  joinLink,
  type NewInvitationRequest,
  newInvitation,
  newInvitationMails,
  revokedInvitation,
  type Invitation as SentInvitation,
  sentInvitationMails,
} from '#contract/invitation-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { toInvitationState } from '#domain/invitation.ts'
import { isOpenForEntries } from '#domain/tournament/tournament.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { Config } from '#server/platform/settings/config.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findAnnouncement, lockAnnouncement } from '#server/pool/tournaments/announcement-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { listMailedInvitations } from './invitation-mail-store.ts'
import { createInvitationMailer } from './invitation-mails.ts'
import {
  addInvitation,
  countOpened,
  findInvitation,
  findInvitationByKey,
  type Invitation,
  type InvitationSubject,
  listGuests,
  listInvitations,
  revokeInvitation,
} from './invitation-store.ts'
import { createInvitationTokens } from './invitation-tokens.ts'

type Options = {
  db: Database['db']
  clock: Clock
  /** The invitation key in the table `secrets`. */
  key: string
  config: Pick<Config, 'publicUrl' | 'timeZone' | 'signUp' | 'signIn' | 'mail'>
  outbox: EditorServices['outbox']
  /** The pool's name. */
  name: string
}

/** Invitation links for organisers and for the wall display (docs/rules.md, 11.6; docs/security.md, 20.2). */
export function addInvitationRoutes(server: HttpServer, { db, clock, key, config, outbox, name }: Options): void {
  const tokens = createInvitationTokens(key)
  const signUp: InvitationList['signUp'] = config.signIn.provider === 'external' ? 'external' : config.signUp.mode
  const entryUrl = `${config.publicUrl}${entryFormPath}`
  const urlOf = (salt: string) => `${config.publicUrl}${identityPaths.join}/${tokens.restore(salt)}`

  const hasLinks = signUp === 'open' || signUp === 'invite'
  const mailer = createInvitationMailer({ db, clock, outbox, key, config, tokens, hasLinks, entryUrl, urlOf, name })

  async function listSent(from: Db, subject: InvitationSubject): Promise<SentInvitation[]> {
    const now = clock.now()
    const opened = await countOpened(from, subject)
    const guests = await listGuests(from, subject, embeddedIssuer)
    const mailed = await listMailedInvitations(from, 'tournamentId' in subject ? subject.tournamentId : 0)
    const invitations = await listInvitations(from, subject)
    return invitations.map(({ salt, tournament, leadsTo: _, isAnnounced: __, eventId: ___, ...invitation }) => ({
      ...invitation,
      url: urlOf(salt),
      state: toInvitationState({ ...invitation, tournament }, now),
      isMailed: mailed.has(invitation.id),
      opened: opened.get(invitation.id) ?? 0,
      guests: toPeople(guests.filter(({ invitationId }) => invitationId === invitation.id)),
    }))
  }

  async function getSent(from: Db, invitation: Invitation): Promise<SentInvitation> {
    const sent = (await listSent(from, subjectOf(invitation))).find(({ id }) => id === invitation.id)
    if (!sent) throw new Error('An invitation was removed.')
    return sent
  }

  server.get(routePaths.adminInvitations, {
    schema: {
      operationId: 'listInvitations',
      summary: 'The invitation links of a tournament',
      description: 'Newest first, with who opened them, registered and entered.',
      params: tournamentParams,
      response: { 200: invitationList },
    },
    handler: async (request) => {
      const { id } = await requireTournament(db, request.params.tournamentId)
      return {
        signUp,
        entryUrl,
        canMail: config.mail.kind === 'smtp',
        invitations: await listSent(db, { tournamentId: id }),
      }
    },
  })

  // docs/rules.md, 11.6.
  server.post(routePaths.adminInvitations, {
    schema: {
      operationId: 'createInvitation',
      summary: 'Creates an invitation link',
      description: 'Until the start. A repeat with the same `requestKey` gets the same link.',
      errors: ['entries-closed', 'tournament-ended'],
      params: tournamentParams,
      body: newInvitation,
      response: { 200: invitation },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { requestKey, isForWatchers } = request.body
      const userId = callerId(request)
      return inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const known = await findInvitationByKey(trx, requestKey)
        if (known) return getSent(trx, requireOf(known, { tournamentId }))
        if (!isForWatchers && hasLinks) {
          if (!tournament.active) throw new Problem('tournament-ended')
          if (await observeStart(trx, tournament, now)) throw new Problem('entries-closed')
        }
        return create(trx, { tournamentId }, { request: request.body, userId, now })
      })
    },
  })

  async function create(
    trx: Db,
    subject: InvitationSubject,
    { request, userId, now }: { request: NewInvitationRequest; userId: number; now: Date },
  ): Promise<SentInvitation> {
    const { requestKey, expiresAt, maxUses } = request
    if (!hasLinks)
      throw new Problem('forbidden', { detail: 'Invitation links create accounts, and that is turned off here.' })
    if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
      throw invalidField('expiresAt', 'must be in the future')
    const isFirst = await addInvitation(trx, { ...request, ...tokens.create(), subject, creatorId: userId }, now)
    const created = requireOf(await findInvitationByKey(trx, requestKey), subject)
    const details = { ...subject, invitationId: created.id, expiresAt, maxUses }
    if (isFirst) await addAuditEntry(trx, { userId, action: 'invitation created', details }, now)
    return getSent(trx, created)
  }

  async function revoke(trx: Db, subject: InvitationSubject, invitationId: number, userId: number) {
    const invitation = requireOf(await findInvitation(trx, invitationId), subject)
    const now = clock.now()
    if (await revokeInvitation(trx, invitationId, now)) {
      const details = { ...subject, invitationId }
      await addAuditEntry(trx, { userId, action: 'invitation revoked', details }, now)
    }
    return getSent(trx, invitation)
  }

  // docs/rules.md, 8.7.
  server.get(routePaths.announcementInvitations, {
    schema: {
      operationId: 'listAnnouncementInvitations',
      summary: 'The invitation links of the announced event',
      description: 'Newest first. They pass to the tournament that is made from it.',
      errors: ['not-found'],
      response: { 200: invitationList },
    },
    handler: async () => {
      const subject = requireAnnounced(await findAnnouncement(db))
      return { signUp, entryUrl, canMail: false, invitations: await listSent(db, subject) }
    },
  })

  server.post(routePaths.announcementInvitations, {
    schema: {
      operationId: 'createAnnouncementInvitation',
      summary: 'Creates an invitation link to the announced event',
      description:
        'It leads to the home page until there is a tournament of the event. A repeat with the same `requestKey` gets the same link.',
      errors: ['not-found'],
      body: newInvitation,
      response: { 200: invitation },
    },
    handler: (request) =>
      inTransaction(db, async (trx) => {
        const subject = requireAnnounced(await lockAnnouncement(trx))
        const known = await findInvitationByKey(trx, request.body.requestKey)
        if (known) return getSent(trx, requireOf(known, subject))
        const now = await clock.authoritativeNow(trx)
        return create(trx, subject, { request: request.body, userId: callerId(request), now })
      }),
  })

  server.post(routePaths.announcementInvitationRevoke, {
    schema: {
      operationId: 'revokeAnnouncementInvitation',
      summary: 'Revokes an invitation link to the announced event',
      description: 'Permanently. Accounts created through it are kept.',
      errors: ['not-found'],
      body: revokedInvitation,
      response: { 200: invitation },
    },
    handler: (request) =>
      inTransaction(db, async (trx) => {
        const subject = requireAnnounced(await lockAnnouncement(trx))
        return revoke(trx, subject, request.body.invitationId, callerId(request))
      }),
  })

  server.post(routePaths.adminInvitationRevoke, {
    schema: {
      operationId: 'revokeInvitation',
      summary: 'Revokes an invitation link',
      description: 'Permanently. Accounts created through it are kept.',
      params: tournamentParams,
      body: revokedInvitation,
      response: { 200: invitation },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { invitationId } = request.body
      return inTransaction(db, async (trx) => {
        await requireTournament(trx, tournamentId)
        return revoke(trx, { tournamentId }, invitationId, callerId(request))
      })
    },
  })

  server.get(routePaths.adminInvitationMails, {
    schema: {
      operationId: 'previewInvitationMails',
      summary: 'What invitations by email would say, and to how many people of last time',
      params: tournamentParams,
      response: { 200: invitationMails },
    },
    handler: (request) => mailer.preview(request.params.tournamentId, callerId(request)),
  })

  // docs/rules.md, 11.6.
  server.post(routePaths.adminInvitationMails, {
    schema: {
      operationId: 'sendInvitationMails',
      summary: 'Sends an invitation link by email',
      description:
        'Until the start: one per address and tournament, 200 addresses in 24 hours. A repeat sends nothing twice. The response is the same whether or not an address has an account.',
      errors: ['entries-closed', 'no-mail-server', 'tournament-ended'],
      params: tournamentParams,
      body: newInvitationMails,
      response: { 200: sentInvitationMails },
    },
    handler: (request) => mailer.send(request.params.tournamentId, request.body, callerId(request)),
  })

  server.get(routePaths.tournamentJoinLink, {
    schema: {
      operationId: 'getJoinLink',
      summary: 'The link that the wall display shows until the start',
      description: 'The newest usable invitation that organisers have put there; null if there is none.',
      params: tournamentParams,
      response: { 200: joinLink },
    },
    handler: async (request) => {
      const tournament = await requireTournament(db, request.params.tournamentId)
      const now = clock.now()
      if (!isOpenForEntries(tournament, now)) return { url: null }
      const isShown = (invitation: Invitation) => invitation.isOnWall && toInvitationState(invitation, now) === 'usable'
      const shown = hasLinks ? await listInvitations(db, { tournamentId: tournament.id }) : []
      const newest = shown.find(isShown)
      if (newest) return { url: urlOf(newest.salt) }
      return { url: signUp === 'invite' ? null : entryUrl }
    },
  })
}

/** Several accounts of one person are one guest: the one who came first. */
function toPeople(guests: Awaited<ReturnType<typeof listGuests>>): SentInvitation['guests'] {
  const people = new Map(guests.map((guest) => [guest.userId ?? guest.accountId, guest]))
  return [...people.values()].map(({ invitationId: _, userId: __, ...guest }) => guest)
}

function subjectOf({ isAnnounced, eventId, tournament }: Invitation): InvitationSubject {
  return isAnnounced ? { eventId: eventId ?? '' } : { tournamentId: tournament.id }
}

function requireOf(invitation: Invitation | undefined, subject: InvitationSubject): Invitation {
  if (!invitation) throw new Problem('not-found')
  const isOwn =
    'tournamentId' in subject
      ? invitation.tournament.id === subject.tournamentId
      : invitation.isAnnounced && invitation.eventId === subject.eventId
  if (!isOwn && !invitation.isForWatchers) throw new Problem('not-found')
  return invitation
}

function requireAnnounced(announced: Awaited<ReturnType<typeof findAnnouncement>>): InvitationSubject {
  if (!announced) throw new Problem('not-found', { detail: 'No event is announced.' })
  return { eventId: announced.event.espnId }
}
