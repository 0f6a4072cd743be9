import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import type { SignUpConfig } from '#server/platform/settings/config.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import {
  addGuest,
  addInvitation,
  countOpened,
  findInvitation,
  findInvitationByToken,
  findInvitationOfAccount,
  listGuests,
  type NewInvitation,
  revokeInvitation,
} from '#server/sign-in/invitations/invitation-store.ts'
import { createInvitationTokens } from '#server/sign-in/invitations/invitation-tokens.ts'
import { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { confirmAccountEmail, findAccount } from './account-store.ts'
import { createCode } from './one-time-code-store.ts'
import { type Applicant, createSignUpPolicy, type SignUpPolicy } from './sign-up-policy.ts'
import { removeUnconfirmedAccounts } from './unconfirmed-account-store.ts'

const now = new Date('2026-04-01T12:00:00.000Z')
const start = '2026-04-09T11:00:00.000Z'
const stranger: Applicant = { isEmailProven: true, invitation: undefined }
const tokens = createInvitationTokens('a key')

describe.each(databaseKinds())('sign-up over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let organiser: number
  let tournamentId: number

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    const { db } = opened.database
    organiser = await addUser(db, { name: 'Organiser' })
    const { id: _, ...tournament } = { ...buildTournament(), start, active: true }
    tournamentId = await inTransaction(db, (trx) => addTournament(trx, tournament, now))
  })
  afterEach(() => opened.remove())

  async function invite(changes: Partial<NewInvitation> = {}) {
    const { salt, token } = tokens.create()
    const invitation = { subject: { tournamentId }, requestKey: salt, salt, token, creatorId: organiser, ...changes }
    await addInvitation(opened.database.db, { expiresAt: null, maxUses: null, isOnWall: true, ...invitation }, now)
    const found = await findInvitationByToken(opened.database.db, token)
    if (!found) throw new Error('not added')
    return { id: found.id, holder: { isEmailProven: true, invitation: { token, browserId: randomUUID() } } }
  }

  async function register(policy: SignUpPolicy, applicant: Applicant, email = `${randomUUID()}@example.org`) {
    const account = buildAccount({ email, emailVerified: false, name: 'New' })
    const result = await inTransaction(opened.database.db, (trx) => policy.addAccount(trx, account, applicant, now))
    const exists = (await findAccount(opened.database.db, account.id)) !== undefined
    expect(exists).toBe(result.kind === 'added')
    return { ...result, id: account.id }
  }

  const policyOf = (mode: SignUpConfig['mode'], ...domains: string[]) => createSignUpPolicy({ mode, domains })

  /** How the registration of an applicant ends. */
  async function attempt(policy: SignUpPolicy, applicant: Applicant, email?: string): Promise<string> {
    const result = await register(policy, applicant, email)
    return result.kind === 'refused' ? result.reason : result.kind
  }

  it.each([
    ['open', 'added', 'added'],
    ['invite', 'invitation-needed', 'added'],
    ['closed', 'closed', 'closed'],
  ] as const)('is %s: a stranger is %s, and the holder of an invitation is %s', async (mode, withoutLink, withLink) => {
    const { holder } = await invite()
    expect(await attempt(policyOf(mode), stranger)).toBe(withoutLink)
    expect(await attempt(policyOf(mode), holder)).toBe(withLink)
  })

  it('a link that is unknown, revoked, expired, used up or of a tournament that has ended admits nobody', async () => {
    const policy = policyOf('invite')
    const unknown = { isEmailProven: true, invitation: { token: 'x'.repeat(32), browserId: 'b' } }
    expect(await attempt(policy, unknown)).toBe('invitation-invalid')
    const revoked = await invite()
    expect(await revokeInvitation(opened.database.db, revoked.id, now)).toBe(true)
    expect(await revokeInvitation(opened.database.db, revoked.id, now)).toBe(false)
    expect(await attempt(policy, revoked.holder)).toBe('invitation-invalid')
    expect(await attempt(policy, (await invite({ expiresAt: now.toISOString() })).holder)).toBe('invitation-expired')
    const { holder: single } = await invite({ maxUses: 1 })
    expect(await attempt(policy, single)).toBe('added')
    expect(await attempt(policy, single)).toBe('invitation-used-up')
    expect(await attempt(policyOf('open'), single)).toBe('added')
    const { holder } = await invite()
    await opened.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    expect(await attempt(policy, holder)).toBe('entries-closed')
  })

  it('of many who register at once, a link admits as many as it has uses', async () => {
    const { id, holder } = await invite({ maxUses: 3 })
    const policy = policyOf('invite')
    const results = await Promise.all(Array.from({ length: 9 }, () => register(policy, holder)))
    expect(results.filter(({ kind }) => kind === 'added')).toHaveLength(3)
    expect(await findInvitation(opened.database.db, id)).toMatchObject({ uses: 3 })
  })

  it('an address that is registered twice at once takes one use', async () => {
    const { id, holder } = await invite({ maxUses: 5 })
    const policy = policyOf('invite')
    const results = await Promise.all([1, 2, 3].map(() => register(policy, holder, 'same@example.org')))
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['added', 'taken', 'taken'])
    expect(await findInvitation(opened.database.db, id)).toMatchObject({ uses: 1 })
  })

  it('registrations that nobody confirms expire with their last link, and the uses that they took come back', async () => {
    const { db } = opened.database
    const { id, holder } = await invite({ maxUses: 4 })
    const hour = 60 * 60_000
    const later = (hours: number) => new Date(now.getTime() + hours * hour)
    const add = async () => {
      const { id: accountId } = await register(policyOf('invite'), holder)
      await createCode(db, 'confirm-email', { accountId }, now)
      return accountId
    }
    const [forgotten, confirmed, reminded, used] = [await add(), await add(), await add(), await add()]
    await confirmAccountEmail(db, confirmed)
    await createCode(db, 'confirm-email', { accountId: reminded }, later(1))
    const profile = { name: 'From a time without SMTP', email: 'used@example.org', emailVerified: false, asOf: now }
    await addUserWithIdentity(db, { issuer: embeddedIssuer, subject: used }, profile, now)
    const expireAt = async (at: Date) => {
      await inTransaction(db, (trx) => removeUnconfirmedAccounts(trx, { at }))
      const left = []
      for (const account of [forgotten, confirmed, reminded, used])
        if (await findAccount(db, account)) left.push(account)
      return { left, uses: (await findInvitation(db, id))?.uses }
    }
    expect(await expireAt(new Date(later(24).getTime() - 1))).toMatchObject({ uses: 4 })
    expect(await expireAt(later(24))).toEqual({ left: [confirmed, reminded, used], uses: 3 })
    expect(await expireAt(later(25))).toEqual({ left: [confirmed, used], uses: 2 })
    expect(await attempt(policyOf('invite'), holder)).toBe('added')
  })

  it('new accounts need a verified address of the listed domains', async () => {
    const policy = policyOf('open', 'example.org', 'club.example')
    expect(await attempt(policy, stranger, 'a@club.example')).toBe('added')
    expect(await attempt(policy, stranger, 'a@sub.club.example')).toBe('email-domain')
    expect(await attempt(policy, stranger, 'a@notclub.example')).toBe('email-domain')
    const unproven = { ...stranger, isEmailProven: false }
    expect(await attempt(policy, unproven, 'b@club.example')).toBe('email-unproven')
    const { id, holder } = await invite()
    expect(await attempt(policy, holder, 'a@other.example')).toBe('email-domain')
    expect(await findInvitation(opened.database.db, id)).toMatchObject({ uses: 0 })
  })

  it.each([
    ['invite', 'invitation-needed'],
    ['closed', 'closed'],
  ] as const)('%s never locks out a person from earlier years', async (mode, reason) => {
    await addUser(opened.database.db, { name: 'Earlier', email: 'earlier@old.example', isReal: false })
    const policy = policyOf(mode, 'example.org')
    const unproven = { ...stranger, isEmailProven: false }
    expect(await attempt(policy, unproven, 'earlier@old.example')).toBe(reason)
    expect(await attempt(policy, stranger, 'earlier@old.example')).toBe('added')
    expect(await attempt(policy, stranger, 'other@old.example')).toBe(reason)
  })

  it('the guests of a link: who opened it and who registered', async () => {
    const { db } = opened.database
    const { id, holder } = await invite()
    await addGuest(db, { invitationId: id, browserId: holder.invitation.browserId }, now)
    await addGuest(db, { invitationId: id, browserId: holder.invitation.browserId }, now)
    await addGuest(db, { invitationId: id, browserId: 'another' }, now)
    const first = await register(policyOf('invite'), holder)
    const second = await register(policyOf('invite'), holder)
    expect(await listGuests(db, { tournamentId }, 'embedded')).toMatchObject([
      { invitationId: id, name: 'New', registeredAt: now.toISOString(), enteredAt: null },
      { name: 'New', registeredAt: now.toISOString() },
    ])
    expect(await countOpened(db, { tournamentId })).toEqual(new Map([[id, 3]]))
    expect(await findInvitationOfAccount(db, first.id)).toMatchObject({ id })
    await db.deleteFrom('accounts').where('id', '=', second.id).execute()
    expect(await findInvitationOfAccount(db, second.id)).toBeUndefined()
  })

  it('a repeated request adds no second link, and a token can be restored from its salt', async () => {
    const { db } = opened.database
    const { salt, token } = tokens.create()
    const added = { subject: { tournamentId }, requestKey: 'once', salt, token, creatorId: organiser }
    const full = { ...added, expiresAt: null, maxUses: null, isOnWall: false }
    expect(await addInvitation(db, full, now)).toBe(true)
    expect(await addInvitation(db, { ...full, ...tokens.create() }, now)).toBe(false)
    expect(tokens.restore(salt)).toBe(token)
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  })
})
