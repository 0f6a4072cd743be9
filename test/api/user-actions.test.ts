import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collectPersonalData,
  createAccount,
  createEntryEditor,
  findUser,
  listAuditEntries,
  setRole,
} from '#built/harness.mjs'
import { type UserAction, userActionResponse } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { signIn } from '../support/oidc-client.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const chosen = 'another long drive away'
const hour = 3_600_000

describe.each(databaseKinds())('what admins do with accounts, over $name:', (kind) => {
  // Behind the time of the provider's tokens, so that none is from before the end of a session.
  const clock = buildClock(new Date(Date.now() - 60_000))
  let pool: TestPool
  let origin: string

  beforeAll(async () => {
    const start = new Date(clock.now().getTime() + 2 * hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0, withoutScores: true })
    origin = pool.app.config.publicUrl
  })
  afterAll(() => pool.close())

  async function act(caller: Person, userId: number, action: UserAction['action']) {
    const response = await pool.send('POST', api.adminUser(), caller, { userId, action })
    const body: unknown = await response.json()
    if (response.status === 200) return body
    return problemDetails.parse(body).type.split(':').at(-1)
  }

  /** An account with an entry, signed in on one device. */
  async function addEntrant() {
    const account = { email: `${randomUUID()}@example.org`, password }
    const { userId, subject } = await createAccount(pool.app, { ...account, name: 'Pat' })
    const { accessToken } = await signIn(createFormBrowser(origin), origin, account)
    const person = { userId, token: accessToken }
    const client = await createEntryClient(pool)
    const saved = await client.create(person, client.fill(person, 3))
    if (!('entry' in saved)) throw new Error('The entry was refused.')
    return { account, userId, subject, person, client, entry: saved.entry }
  }

  async function linkFor(userId: number): Promise<string> {
    const made = await act(pool.people.admin, userId, 'resetPassword')
    const link = typeof made === 'object' && made !== null && 'link' in made ? String(made.link) : String(made)
    return link.slice(origin.length)
  }

  const statusOf = async (person: Person) => (await pool.call(api.user(), person)).status

  it('an admin or a power user is never acted on, whoever asks, nor one whose role came from a group', async () => {
    const { admin, power } = pool.people
    const grouped = await addPerson(pool.app, 'grouped')
    const { db } = pool.app.database
    await db.updateTable('user_identities').set({ group_role: 'power' }).where('user_id', '=', grouped.userId).execute()
    for (const action of ['resetPassword', 'block', 'delete'] as const) {
      for (const { userId } of [admin, power, grouped])
        expect(await act(admin, userId, action), action).toBe('user-protected')
      expect(await act(power, pool.people.newcomer.userId, action), action).toBe('forbidden')
      expect(await act(pool.people.player, pool.people.player.userId, action), action).toBe('forbidden')
    }
    for (const person of [admin, power, grouped]) expect(await statusOf(person)).toBe(200)
    expect(await act(admin, 999_999, 'block')).toBe('not-found')
  })

  it('an admin ends the role of a power user at once; not that of an admin, nor one that a group has given', async () => {
    const { admin, power } = pool.people
    const { db } = pool.app.database
    const [person, grouped] = [
      await addPerson(pool.app, randomUUID(), 'power'),
      await addPerson(pool.app, randomUUID()),
    ]
    await db.updateTable('user_identities').set({ group_role: 'power' }).where('user_id', '=', grouped.userId).execute()
    const canSeeUsers = async () => (await pool.call(api.adminUsers(), person)).status === 200
    expect(await act(power, person.userId, 'revokePower')).toBe('forbidden')
    expect(await act(admin, admin.userId, 'revokePower')).toBe('user-protected')
    expect(await canSeeUsers()).toBe(true)
    for (const userId of [person.userId, person.userId, grouped.userId])
      expect(await act(admin, userId, 'revokePower')).toEqual({ link: null })
    expect(await canSeeUsers()).toBe(false)
    expect(await act(admin, person.userId, 'block')).toEqual({ link: null })
    expect(await act(admin, grouped.userId, 'block')).toBe('user-protected')
    const log = await listAuditEntries(db, { before: undefined, count: 50 })
    expect(log.filter(({ action }) => action === 'role revoked')).toMatchObject([
      { user: { id: admin.userId }, details: { userId: person.userId, role: 'power' } },
    ])
  })

  it('a role that is given meanwhile protects: of a block and a grant at once, no blocked organiser remains unnoticed', async () => {
    const { db } = pool.app.database
    const person = await addPerson(pool.app, randomUUID())
    const [outcome] = await Promise.all([
      act(pool.people.admin, person.userId, 'block'),
      setRole(db, person.userId, 'power', true),
    ])
    const { is_blocked } = await db
      .selectFrom('users')
      .select('is_blocked')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
    expect(is_blocked).toBe(outcome === 'user-protected' ? 0 : 1)
    expect(await act(pool.people.admin, person.userId, 'unblock')).toBe('user-protected')
  })

  it('a block ends the sessions, an unblock lets them in again, and repeats change nothing', async () => {
    const { person, account } = await addEntrant()
    const done = { link: null }
    expect(await act(pool.people.admin, person.userId, 'block')).toEqual(done)
    expect(await act(pool.people.admin, person.userId, 'block')).toEqual(done)
    expect(await statusOf(person)).toBe(403)
    expect(await act(pool.people.admin, person.userId, 'unblock')).toEqual(done)
    expect(await statusOf(person)).toBe(401)
    const log = pool.app.database.db.selectFrom('audit_log').select(['user_id', 'details'])
    const blocks = await log
      .where('action', '=', 'user blocked')
      .where('details', 'like', `%${person.userId}%`)
      .execute()
    expect(blocks).toEqual([{ user_id: pool.people.admin.userId, details: JSON.stringify({ userId: person.userId }) }])
    await signIn(createFormBrowser(origin), origin, account)
  })

  it('a deleted user is gone, with the entry that has not started, and a repeat answers the same', async () => {
    const { person, client } = await addEntrant()
    for (let time = 0; time < 2; time += 1)
      expect(await act(pool.people.admin, person.userId, 'delete')).toEqual({ link: null })
    expect(await statusOf(person)).toBe(401)
    expect(await client.findStored(person)).toBeUndefined()
  })

  it('a link for a new password ends the old one, and seals the entry from whoever uses it until the start', async () => {
    const { person, account, subject, userId, client, entry } = await addEntrant()
    const { db } = pool.app.database
    await db.updateTable('accounts').set({ email_verified: 0 }).where('id', '=', subject).execute()
    const first = await linkFor(userId)
    const link = await linkFor(userId)
    expect(await statusOf(person)).toBe(401)
    // A program that previews links changes nothing, nor does a link that a newer one has replaced.
    for (let time = 0; time < 2; time += 1) expect((await createFormBrowser(origin).get(link)).status).toBe(200)
    expect((await createFormBrowser(origin).get(first)).status).toBe(410)
    const opened = await Promise.all(
      [1, 2].map(async () => {
        const browser = createFormBrowser(origin)
        return { browser, page: await browser.get(link) }
      }),
    )
    const used = await Promise.all(opened.map(({ browser, page }) => browser.submit(page, { password: chosen })))
    expect(used.map(({ status }) => status).sort()).toEqual([200, 410])
    // The link came from an admin, so it does not prove the address.
    const stored = await db.selectFrom('accounts').selectAll().where('id', '=', subject).executeTakeFirst()
    expect(stored?.email_verified).toBe(0)

    const { accessToken } = await signIn(createFormBrowser(origin), origin, { ...account, password: chosen })
    const other = { userId, token: accessToken }
    expect(await (await pool.call(api.user(), other)).json()).toMatchObject({ linkUsedAt: expect.any(String) })
    const hidden = { ...entry, tiebreakers: [], selections: [], version: 0, isSealed: true, changedAt: undefined }
    const own = async (path: string, token = accessToken) => {
      const { entries } = (await (await pool.call(path, { userId, token })).json()) as { entries: { userId: number }[] }
      return entries.find((each) => each.userId === userId)
    }
    const whole = api.tournament(pool.tournamentId, { players: false, entries: true })
    for (const path of [whole, api.tournamentEntry(entry.id)])
      expect(await own(path)).toEqual(JSON.parse(JSON.stringify(hidden)))
    // Neither a guess of what is stored nor anything else is compared with it.
    const guess = client.fill(other, 3)
    expect(await client.create(other, guess)).toMatchObject({ status: 409, code: 'entry-sealed' })
    for (const change of [guess, client.fill(other, 5)])
      expect(await client.change(other, { ...change, id: entry.id })).toMatchObject({ code: 'entry-sealed' })
    const withdrawal = await pool.send('POST', api.entryWithdrawal(pool.tournamentId), other, { isWithdrawn: true })
    expect(problemDetails.parse(await withdrawal.json()).type).toContain('entry-sealed')
    expect((await collectPersonalData(db, userId, clock.now()))?.entries).toEqual([])
    // A save that was authenticated before the link was used would not be sealed.
    const late = createEntryEditor({ db, clock, outbox: { wake() {} }, async addReceipt() {} }).create({
      ...guess,
      linkUsedAt: null,
    })
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await client.findStored(other)).toMatchObject({ version: 1, selections: entry.selections })
    const folder = join(pool.app.config.dataFolder, 'outbox')
    const mails = () =>
      readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', ''))
    await expect.poll(() => mails().join()).toContain('with a link that the organisers of the pool made')

    clock.advance(2 * hour)
    const later = await mintAccessToken(pool.app, { subject, name: 'Pat', email: account.email }, { expires: '1d' })
    for (const path of [whole, api.tournamentEntry(entry.id)])
      expect(await own(path, later)).toMatchObject({ selections: entry.selections })
  })

  it('a link makes one account a power user, once, and never after it was replaced, revoked or its maker lost the role', async () => {
    const { db } = pool.app.database
    const { admin, power } = pool.people
    const change = async (isOpen: boolean, by = admin) => {
      const response = await pool.send('POST', api.adminOrganiserLink(), by, { isOpen })
      const { link } = userActionResponse.parse(await response.json())
      return link?.split('#')[1] ?? ''
    }
    const accept = async (person: Person, code: string) => {
      const response = await pool.send('POST', api.organiserAccept(), person, { code })
      return response.status === 200
        ? 'done'
        : problemDetails
            .parse(await response.json())
            .type.split(':')
            .at(-1)
    }
    const isPower = async ({ userId }: Person) => (await findUser(db, userId))?.user.isPowerUser
    const [one, two] = [await addPerson(pool.app, randomUUID()), await addPerson(pool.app, randomUUID())]
    expect((await pool.send('POST', api.adminOrganiserLink(), power, { isOpen: true })).status).toBe(403)

    const replaced = await change(true)
    const revoked = await change(true)
    expect(await accept(one, replaced)).toBe('link-ended')
    await change(false)
    expect(await accept(one, revoked)).toBe('link-ended')
    const other = await addPerson(pool.app, randomUUID(), 'admin')
    const orphan = await change(true, other)
    await setRole(db, other.userId, 'admin', false)
    expect(await accept(one, orphan)).toBe('link-ended')
    const expired = await change(true)
    await db.updateTable('organiser_links').set({ expires_at: clock.now().toISOString() }).execute()
    expect(await accept(one, expired)).toBe('link-ended')
    expect([await isPower(one), await isPower(two)]).toEqual([false, false])

    const code = await change(true)
    // Neither who only opens it, nor an organiser or a blocked user, uses it up.
    for (const method of ['GET', 'HEAD']) await pool.call(`/organiser`, one, { method })
    expect(await accept(power, code)).toBe('done')
    await act(admin, two.userId, 'block')
    expect(await accept(two, code)).toBe('forbidden')
    const rivals = [one, await addPerson(pool.app, randomUUID()), await addPerson(pool.app, randomUUID())]
    const outcomes = await Promise.all(rivals.map((person) => accept(person, code)))
    expect(outcomes.toSorted()).toEqual(['done', 'link-ended', 'link-ended'])
    const made = await Promise.all(rivals.map(isPower))
    expect(made).toEqual(outcomes.map((outcome) => outcome === 'done'))
    // A request that the browser sends again gets the same response.
    const winner = rivals[made.indexOf(true)] ?? one
    expect(await accept(winner, code)).toBe('done')
    const log = await listAuditEntries(db, { before: undefined, count: 50 })
    expect(log[0]).toMatchObject({
      action: 'role granted',
      user: { id: admin.userId },
      details: { userId: winner.userId },
    })
    expect(JSON.stringify(log)).not.toContain(code)
  })
})
