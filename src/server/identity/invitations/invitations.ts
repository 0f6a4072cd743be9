import { createHmac, randomBytes } from 'node:crypto'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { entryFormPath } from '#contract/identity-paths.ts'
import type {
  InvitationList,
  NewInvitationRequest,
  Invitation as SentInvitation,
} from '#contract/invitation-contract.ts'
import { toInvitationState } from '#domain/invitation.ts'
import type { User } from '#domain/permissions.ts'
import { isOpenForEntries } from '#domain/tournament/tournament.ts'
import { addAuditEntry } from '#server/audit-log/audit-log-store.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/db/clock.ts'
import { type Database, type Db, inTransaction } from '#server/db/database.ts'
import { invalidField, Problem } from '#server/http/problem.ts'
import { requireTournament } from '#server/tournaments/require-tournament.ts'
import { keepingStart, observeStart } from '#server/tournaments/tournament-start.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
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

const tokenBytes = 24

export type Invitations = ReturnType<typeof createInvitations>

type Options = {
  db: Database['db']
  clock: Clock
  /** Of the table `secrets`. */
  key: string
  config: Pick<Config, 'publicUrl' | 'signUp' | 'signIn'>
}

/** Invitation links for organisers and for the wall display (docs/rules.md, 11.6; docs/security.md, 20.2). */
export function createInvitations({ db, clock, key, config }: Options) {
  const tokens = createInvitationTokens(key)
  const signUp = config.signIn.provider === 'external' ? 'external' : config.signUp.mode
  const entryUrl = `${config.publicUrl}${entryFormPath}`
  const urlOf = (salt: string) => `${config.publicUrl}${identityPaths.join}/${tokens.restore(salt)}`

  async function listSent(from: Db, tournamentId: number): Promise<SentInvitation[]> {
    const now = clock.now()
    const opened = await countOpened(from, tournamentId)
    const guests = await listGuests(from, tournamentId, embeddedIssuer)
    return (await listInvitations(from, tournamentId)).map(({ salt, tournament, leadsTo: _, ...invitation }) => ({
      ...invitation,
      url: urlOf(salt),
      state: toInvitationState({ ...invitation, tournament }, now),
      opened: opened.get(invitation.id) ?? 0,
      guests: toPeople(guests.filter(({ invitationId }) => invitationId === invitation.id)),
    }))
  }

  async function getSent(from: Db, { id, tournament }: Invitation): Promise<SentInvitation> {
    const sent = (await listSent(from, tournament.id)).find((invitation) => invitation.id === id)
    if (!sent) throw new Error('An invitation was removed.')
    return sent
  }

  return {
    async list(tournamentId: number): Promise<InvitationList> {
      await requireTournament(db, tournamentId)
      return { signUp, entryUrl, invitations: await listSent(db, tournamentId) }
    },

    async create(tournamentId: number, request: NewInvitationRequest, user: User): Promise<SentInvitation> {
      return keepingStart({ db, clock }, tournamentId, async (trx) => {
        const tournament = await requireTournament(trx, tournamentId)
        const known = await findInvitationByKey(trx, request.requestKey)
        if (known) return getSent(trx, requireOf(known, tournamentId))
        const now = await clock.authoritativeNow(trx)
        if (signUp === 'external' || signUp === 'closed')
          throw new Problem('forbidden', { detail: 'Invitation links create accounts, and that is turned off here.' })
        if (!request.isForWatchers) {
          if (!tournament.active) throw new Problem('tournament-ended')
          if (await observeStart(trx, tournament, now)) throw new Problem('entries-closed')
        }
        if (request.expiresAt !== null && Date.parse(request.expiresAt) <= now.getTime())
          throw invalidField('expiresAt', 'must be in the future')
        const { expiresAt, maxUses } = request
        const added = { ...request, ...tokens.create(), tournamentId, creatorId: user.id }
        const isFirst = await addInvitation(trx, added, now)
        const created = requireOf(await findInvitationByKey(trx, request.requestKey), tournamentId)
        if (!isFirst) return getSent(trx, created)
        const details = { tournamentId, invitationId: created.id, expiresAt, maxUses }
        await addAuditEntry(trx, { userId: user.id, action: 'invitation created', details }, now)
        return getSent(trx, created)
      })
    },

    async revoke(tournamentId: number, invitationId: number, user: User): Promise<SentInvitation> {
      return inTransaction(db, async (trx) => {
        await requireTournament(trx, tournamentId)
        const invitation = requireOf(await findInvitation(trx, invitationId), tournamentId)
        const now = clock.now()
        if (await revokeInvitation(trx, invitationId, now)) {
          const details = { tournamentId, invitationId }
          await addAuditEntry(trx, { userId: user.id, action: 'invitation revoked', details }, now)
        }
        return getSent(trx, invitation)
      })
    },

    /** The URL that the wall display shows until the start. */
    async findJoinUrl(tournamentId: number): Promise<string | null> {
      const tournament = await requireTournament(db, tournamentId)
      const now = clock.now()
      if (!isOpenForEntries(tournament, now)) return null
      const isShown = (invitation: Invitation) => invitation.isOnWall && toInvitationState(invitation, now) === 'usable'
      const shown = signUp === 'open' || signUp === 'invite' ? await listInvitations(db, tournamentId) : []
      const newest = shown.find(isShown)
      if (newest) return urlOf(newest.salt)
      return signUp === 'invite' ? null : entryUrl
    },
  }
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

/**
 * The tokens of invitation links: 192 bits. They are derived from a key of the table `secrets` and a random salt, so that
 * organisers and the wall display can show a link again although only its digest is stored (docs/security.md, 20.3).
 */
export function createInvitationTokens(key: string) {
  const restore = (salt: string) =>
    createHmac('sha256', key).update(`invitation\n${salt}`).digest().subarray(0, tokenBytes).toString('base64url')
  return {
    create() {
      const salt = randomBytes(tokenBytes).toString('base64url')
      return { salt, token: restore(salt) }
    },
    restore,
  }
}
