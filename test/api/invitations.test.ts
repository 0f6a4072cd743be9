import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTournament, inTransaction, listAuditEntries } from '#built/harness.mjs'
import { invitation, invitationList, joinLink, type NewInvitationRequest } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { buildTournament } from '../support/build-tournament.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { signIn } from '../support/oidc-client.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const inAnHour = () => new Date(Date.now() + 3_600_000)

let pool: TestPool
const options = { start: inAnHour(), withoutScores: true, rateLimitFactor: 0 } as const

const path = () => api.adminInvitations(pool.tournamentId)

function toRequest(changes: Partial<NewInvitationRequest> = {}): NewInvitationRequest {
  return { requestKey: randomUUID(), expiresAt: null, maxUses: null, isOnWall: false, ...changes }
}

async function create(changes: Partial<NewInvitationRequest> = {}, person = pool.people.power) {
  const response = await pool.send('POST', path(), person, toRequest(changes))
  expect(response.status).toBe(200)
  return invitation.parse(await response.json())
}

const list = async (person = pool.people.power) => invitationList.parse(await (await pool.call(path(), person)).json())

const revoke = (invitationId: number, person: Person = pool.people.power) =>
  pool.send('POST', api.adminInvitationRevoke(pool.tournamentId), person, { invitationId })

async function findJoinLink(): Promise<string | null> {
  const response = await pool.call(api.tournamentJoinLink(pool.tournamentId), pool.people.newcomer)
  return joinLink.parse(await response.json()).url
}

describe.each(databaseKinds())('invitations over $name', (kind) => {
  beforeAll(async () => {
    pool = await openTestPool({ ...options, kind, signUp: { mode: 'invite', domains: [] } })
  })
  afterAll(() => pool.close())

  it('a newcomer follows a link to an account and an entry, and the organiser sees each step', async () => {
    const { url, id } = await create({ maxUses: 1 })
    const origin = pool.app.config.publicUrl
    const browser = createFormBrowser(origin)
    const form = await browser.follow(await browser.get(new URL(url).pathname))
    const find = async () => (await list()).invitations.find((invitation) => invitation.id === id)
    expect(await find()).toMatchObject({ opened: 1, guests: [], uses: 0, state: 'usable' })

    const email = `${randomUUID()}@example.org`
    const answer = await browser.submit(form, { name: 'Nora', email, password })
    expect(answer.location?.pathname).toBe('/entry/new')
    const registered = { name: 'Nora', registeredAt: expect.any(String), enteredAt: null }
    expect(await find()).toMatchObject({ opened: 1, guests: [registered], uses: 1, state: 'used-up' })

    const { accessToken } = await signIn(browser, origin, { email, password })
    const user = await (await pool.call(api.user(), { userId: 0, token: accessToken })).json()
    const nora = { userId: user.id, token: accessToken }
    const entries = await createEntryClient(pool)
    expect((await pool.send('POST', api.entrySave(), nora, entries.fill(nora))).status).toBe(200)
    expect(await find()).toMatchObject({ guests: [{ ...registered, enteredAt: expect.any(String) }] })
  })

  it('a repeated request creates one link, and each is in the audit log without its token', async () => {
    const request = toRequest({ maxUses: 3, expiresAt: inAnHour().toISOString() })
    const [first, second] = await Promise.all([create(request), create(request)])
    expect(second).toEqual(first)
    expect((await revoke(first.id)).status).toBe(200)
    expect((await revoke(first.id, pool.people.admin)).status).toBe(200)
    const log = await listAuditEntries(pool.app.database.db, { before: undefined, count: 50 })
    const own = log.filter(({ details }) => details['invitationId'] === first.id)
    expect(own.map(({ action, user }) => [action, user?.name])).toEqual([
      ['invitation revoked', 'The power'],
      ['invitation created', 'The power'],
    ])
    expect(JSON.stringify(log)).not.toContain(first.url.split('/').at(-1))
    expect((await list()).invitations.find(({ id }) => id === first.id)).toMatchObject({ state: 'revoked' })
  })

  it('the wall display gets the newest usable link that organisers have put there', async () => {
    expect(await findJoinLink()).toBeNull()
    const first = await create({ isOnWall: true })
    const second = await create({ isOnWall: true }, pool.people.admin)
    await create()
    expect(await findJoinLink()).toBe(second.url)
    await revoke(second.id)
    expect(await findJoinLink()).toBe(first.url)
    await revoke(first.id)
  })

  it.each([
    ['expiresAt', { expiresAt: new Date(0).toISOString() }],
    ['maxUses', { maxUses: 0 }],
    ['requestKey', { requestKey: 'short' }],
  ])('an invalid %s is named', async (field, changes) => {
    const response = await pool.send('POST', path(), pool.people.power, toRequest(changes))
    expect(response.status).toBe(400)
    expect((await response.json()).fields).toMatchObject([{ field }])
  })

  it('a link of another tournament is not found, and none can be created for one that is over', async () => {
    const { db } = pool.app.database
    const { id } = await create()
    expect(
      (await pool.send('POST', api.adminInvitationRevoke(999), pool.people.power, { invitationId: id })).status,
    ).toBe(404)
    await db.updateTable('tournaments').set({ active: 0 }).execute()
    const statuses = async (person: Person) => [
      (await pool.call(path(), person)).status,
      (await revoke(id, person)).status,
      (await pool.send('POST', path(), person, toRequest())).status,
    ]
    expect(await statuses(pool.people.power)).toEqual([200, 200, 409])
    expect(await findJoinLink()).toBeNull()
    await db
      .updateTable('tournaments')
      .set({ active: 1, start: new Date(0).toISOString() })
      .execute()
    expect(await statuses(pool.people.power)).toEqual([200, 200, 409])
  })

  it('a link for watchers can be created after the start, and is listed and revoked with those of later tournaments', async () => {
    const { db } = pool.app.database
    const watchers = await create({ isForWatchers: true, isOnWall: true })
    expect(watchers).toMatchObject({ state: 'usable', isForWatchers: true, expiresAt: null })
    expect(await findJoinLink(), 'the wall display leads to the entry form').toBeNull()
    const { id: _, ...next } = {
      ...buildTournament(),
      name: 'Next Open',
      start: inAnHour().toISOString(),
      active: false,
    }
    const nextId = await inTransaction(db, (trx) => addTournament(trx, next, new Date()))
    const listNext = async () => {
      const response = await pool.call(api.adminInvitations(nextId), pool.people.power)
      return invitationList.parse(await response.json()).invitations
    }
    expect(await listNext()).toEqual([watchers])
    const request = { invitationId: watchers.id }
    expect((await pool.send('POST', api.adminInvitationRevoke(nextId), pool.people.power, request)).status).toBe(200)
    expect(await listNext()).toEqual([])
    expect((await list()).invitations.find(({ id }) => id === watchers.id)).toMatchObject({ state: 'revoked' })
  })
})

it.each(['open', 'closed'] as const)('%s: the wall display leads to the entry form', async (mode) => {
  pool = await openTestPool({ ...options, signUp: { mode, domains: [] } })
  expect(await findJoinLink()).toBe(`${pool.app.config.publicUrl}/entry/new`)
  expect(await list()).toMatchObject({ signUp: mode, invitations: [] })
  const response = await pool.send('POST', path(), pool.people.power, toRequest())
  expect(response.status).toBe(mode === 'open' ? 200 : 403)
  await pool.close()
})
