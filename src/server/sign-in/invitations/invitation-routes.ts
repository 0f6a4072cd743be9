import { identityPaths } from '#contract/identity-page-paths.ts'
import { entryFormPath } from '#contract/identity-paths.ts'
import {
  type InvitationList,
  invitation,
  invitationList,
  invitationMails,
  joinLink,
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

  async function listSent(from: Db, tournamentId: number): Promise<SentInvitation[]> {
    const now = clock.now()
    const opened = await countOpened(from, tournamentId)
    const guests = await listGuests(from, tournamentId, embeddedIssuer)
    const mailed = await listMailedInvitations(from, tournamentId)
    return (await listInvitations(from, tournamentId)).map(({ salt, tournament, leadsTo: _, ...invitation }) => ({
      ...invitation,
      url: urlOf(salt),
      state: toInvitationState({ ...invitation, tournament }, now),
      isMailed: mailed.has(invitation.id),
      opened: opened.get(invitation.id) ?? 0,
      guests: toPeople(guests.filter(({ invitationId }) => invitationId === invitation.id)),
    }))
  }

  async function getSent(from: Db, { id, tournament }: Invitation): Promise<SentInvitation> {
    const sent = (await listSent(from, tournament.id)).find((invitation) => invitation.id === id)
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
      return { signUp, entryUrl, canMail: config.mail.kind === 'smtp', invitations: await listSent(db, id) }
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
      const { requestKey, expiresAt, maxUses, isForWatchers } = request.body
      const userId = callerId(request)
      return inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const known = await findInvitationByKey(trx, requestKey)
        if (known) return getSent(trx, requireOf(known, tournamentId))
        if (!hasLinks)
          throw new Problem('forbidden', { detail: 'Invitation links create accounts, and that is turned off here.' })
        if (!isForWatchers) {
          if (!tournament.active) throw new Problem('tournament-ended')
          if (await observeStart(trx, tournament, now)) throw new Problem('entries-closed')
        }
        if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
          throw invalidField('expiresAt', 'must be in the future')
        const added = { ...request.body, ...tokens.create(), tournamentId, creatorId: userId }
        const isFirst = await addInvitation(trx, added, now)
        const created = requireOf(await findInvitationByKey(trx, requestKey), tournamentId)
        const details = { tournamentId, invitationId: created.id, expiresAt, maxUses }
        if (isFirst) await addAuditEntry(trx, { userId, action: 'invitation created', details }, now)
        return getSent(trx, created)
      })
    },
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
        const invitation = requireOf(await findInvitation(trx, invitationId), tournamentId)
        const now = clock.now()
        if (await revokeInvitation(trx, invitationId, now)) {
          const details = { tournamentId, invitationId }
          await addAuditEntry(trx, { userId: callerId(request), action: 'invitation revoked', details }, now)
        }
        return getSent(trx, invitation)
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
      const shown = hasLinks ? await listInvitations(db, tournament.id) : []
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

function requireOf(invitation: Invitation | undefined, tournamentId: number): Invitation {
  if (!invitation || (invitation.tournament.id !== tournamentId && !invitation.isForWatchers))
    throw new Problem('not-found')
  return invitation
}
