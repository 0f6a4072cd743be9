import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitation, invitationList } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const password = 'long drive into rough'
const hour = 3_600_000

describe.each(databaseKinds())('invitations to an announced event over $name', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    const signUp = { mode: 'invite', domains: [] } as const
    pool = await openTestPool({ kind, startAt: 'scheduled', withoutScores: true, rateLimitFactor: 0, signUp })
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
  })
  afterAll(() => pool.close())

  const toEvent = () => ({
    espnId: pool.simulator.eventId,
    name: 'Our Open',
    start: new Date(Date.now() + 72 * hour).toISOString(),
    tiebreakers: ['Winning score?', 'Lowest round?'],
  })
  const announce = (event: object | null) => pool.send('PUT', api.announcement(), pool.people.power, { event })
  const send = (changes: object = {}, person = pool.people.power) => {
    const request = { requestKey: randomUUID(), expiresAt: null, maxUses: null, isOnWall: false }
    return pool.send('POST', api.announcementInvitations(), person, { ...request, ...changes })
  }
  const create = async (changes: object = {}) => invitation.parse(await (await send(changes)).json())
  const list = async (path = api.announcementInvitations()) =>
    invitationList.parse(await (await pool.call(path, pool.people.power)).json()).invitations
  const revoke = (invitationId: number) =>
    pool.send('POST', api.announcementInvitationRevoke(), pool.people.power, { invitationId })
  const open = (url: string) => {
    const browser = createFormBrowser(pool.app.config.publicUrl)
    return { browser, page: browser.get(new URL(url).pathname) }
  }
  async function register(url: string): Promise<string | undefined> {
    const { browser, page } = open(url)
    const form = await browser.follow(await page)
    const answer = await browser.submit(form, { name: 'Nora', email: `${randomUUID()}@example.org`, password })
    return answer.location?.pathname
  }

  it('let a stranger create an account, and pass to the tournament that is made from it', async () => {
    expect((await send()).status).toBe(404)
    await announce(toEvent())
    expect((await send({}, pool.people.player)).status).toBe(403)
    expect((await send({ expiresAt: new Date(Date.now() - hour).toISOString() })).status).toBe(400)
    const requestKey = randomUUID()
    const link = await create({ requestKey })
    expect(await create({ requestKey })).toEqual(link)
    const watchers = await create({ isForWatchers: true })
    const revoked = await create()
    expect((await revoke(revoked.id)).status).toBe(200)
    expect((await list()).map(({ id, state }) => [id, state])).toEqual([
      [revoked.id, 'revoked'],
      [watchers.id, 'usable'],
      [link.id, 'usable'],
    ])

    const { browser, page } = open(link.url)
    const form = await browser.follow(await page)
    expect(form.text).toContain('Our Open')
    expect(form.text).toMatch(/you can pick your golfers when\s+its field is out/)
    // There is nothing to enter yet.
    expect(await register(link.url)).toBe('/')

    const created = await createTournamentClient(pool).create(createTournamentClient(pool).fill())
    if (!('tournament' in created)) throw new Error(created.detail)
    const { id } = created.tournament
    const [shown] = (await list(api.adminInvitations(id))).filter((invitation) => invitation.id === link.id)
    expect(shown).toMatchObject({
      url: link.url,
      state: 'usable',
      uses: 1,
      guests: [{ name: 'Nora', enteredAt: null }],
    })
    expect(await register(link.url)).toBe('/entry/new')
    expect(await register(watchers.url)).toBe('/')
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    expect((await open(link.url).page).text).toContain('The tournament has ended.')
    await pool.app.database.db.updateTable('tournaments').set({ active: 1 }).where('id', '=', id).execute()
    expect(
      (await pool.send('POST', api.adminInvitationRevoke(id), pool.people.power, { invitationId: link.id })).status,
    ).toBe(200)
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
  })

  it('do not work while it is withdrawn, and work again once it is announced again', async () => {
    const event = { ...toEvent(), espnId: '4019' }
    await announce(event)
    const { id, url } = await create()
    await announce(null)
    const closed = await open(url).page
    expect(closed.text).toContain('This event is no longer planned')
    expect(closed.text).toContain(
      'The organisers have withdrawn it. If you want to play in the next one, ask The power.',
    )
    expect((await revoke(id)).status).toBe(404)
    await announce(event)
    expect(await register(url)).toBe('/')
    // Those of an event that was set up are its tournament’s.
    expect((await list()).map((invitation) => invitation.id).filter((other) => other === id)).toEqual([id])
    await announce(null)
  })
})
