import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { webhook, webhookList } from '#contract/webhook-contract.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import type { Milestone } from '#simulator/milestones.ts'
import { type ChatReceiver, startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { endTournament } from '../support/end-tournament.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const start = new Date('2026-06-18T11:00:00Z')
const hour = 3_600_000

describe.each(databaseKinds())('posts to chats over $name', (kind) => {
  let clock: TestClock
  let chat: ChatReceiver
  let pool: TestPool

  beforeEach(async () => {
    clock = buildClock(new Date(start.getTime() - 72 * hour))
    chat = await startChatReceiver()
    pool = await openTestPool({
      kind,
      clock,
      start,
      startAt: 'scheduled',
      withoutScores: true,
      rateLimitFactor: 0,
    })
  })
  afterEach(async () => {
    await pool.close()
    await chat.close()
  })

  const list = async () => {
    const response = await pool.call(api.adminWebhooks(), pool.people.power)
    const text = await response.text()
    return { text, ...webhookList.parse(JSON.parse(text)) }
  }
  const send = (method: string, path: string, body: unknown) => pool.send(method, path, pool.people.power, body)
  async function add(url: string = testAddresses.slack, kinds: readonly string[] = poolEventKinds) {
    const response = await send('POST', api.adminWebhooks(), { url, kinds })
    expect(response.status).toBe(200)
    return webhook.parse(await response.json())
  }
  const titles = () => chat.posts.map(({ body }) => (body as { text: string }).text)
  const at = (hours: number, milestone?: Milestone) => {
    clock.set(new Date(start.getTime() + hours * hour))
    if (milestone) pool.simulator.advanceTo(milestone)
  }
  /** Polls the feed over more than ten minutes, so that responses agree, and waits until everything has been posted. */
  async function settle() {
    for (let poll = 0; poll < 3; poll += 1) {
      await pool.app.feed.refreshTarget()
      await pool.app.feed.pollNow()
      await pool.app.poolEvents.check()
      clock.advance(6 * 60_000)
    }
    await expect
      .poll(async () => {
        clock.advance(2000)
        const rows = await pool.app.database.db.selectFrom('outbox').select('next_attempt_at').execute()
        return rows.filter(({ next_attempt_at }) => next_attempt_at !== null)
      })
      .toEqual([])
  }

  it('are set up without the URL ever being shown again', async () => {
    expect(await list()).toMatchObject({ webhooks: [], examples: poolEventKinds.map((kind) => ({ kind })) })
    const added = await add(testAddresses.discord, ['results', 'cut'])
    expect(added).toMatchObject({ service: 'discord', host: 'discord.com', ending: 'cret', kinds: ['cut', 'results'] })
    expect((await add(testAddresses.discord, ['cut'])).id).toBe(added.id)
    const changed = await send('PUT', api.adminWebhooks(), { id: added.id, kinds: ['locked'] })
    expect(await changed.json()).toMatchObject({ kinds: ['locked'] })
    const { text, webhooks } = await list()
    expect(webhooks).toHaveLength(1)
    expect(text).not.toContain('discord-secret')
    const audit = await pool.app.database.db.selectFrom('audit_log').select(['action', 'details']).execute()
    expect(audit.map(({ action }) => action)).toEqual(['webhook added', 'webhook changed', 'webhook changed'])
    expect(JSON.stringify(audit)).not.toContain('discord-secret')
    expect((await send('POST', api.adminWebhookRemove(), { id: added.id })).status).toBe(200)
    expect((await list()).webhooks).toEqual([])
    for (const [method, path] of [
      ['PUT', api.adminWebhooks()],
      ['POST', api.adminWebhookRemove()],
      ['POST', api.adminWebhookTest()],
    ] as const) {
      const body = method === 'PUT' ? { id: added.id, kinds: [] } : { id: added.id }
      expect((await send(method, path, body)).status).toBe(404)
    }
  })

  it('announce each event of the tournament once, and no pick before the start', async () => {
    await add()
    for (const hours of [-72, -23.5, -1.5]) {
      at(hours)
      await settle()
    }
    const before = chat.posts.map(({ text }) => text).join()
    for (const { name } of pool.simulator.listGolfers()) expect(before).not.toContain(name)

    for (const [hours, milestone] of [
      [0.5, 'round-1'],
      [6, 'round-1-late'],
      [8, 'round-1-complete'],
      [30, 'round-2-late'],
      [32, 'cut'],
      [54, 'round-3-late'],
      [56, 'round-3-complete'],
    ] as const) {
      at(hours, milestone)
      await settle()
    }
    expect(titles().map((title) => title.replace(/: .*/, ''))).toEqual([
      'Entries are open',
      'Less than 24 hours left to enter',
      'Less than 2 hours left to enter',
      'Entries are locked',
      'Round 1 is over',
      'The cut has been made',
      'Round 2 is over',
      'Round 3 is over',
    ])
    const locked = JSON.stringify(chat.posts[3]?.body)
    expect(locked).toContain('2 people are playing: The player, The rival.')
    expect(locked).toMatch(/Most picked, tiers A to D: (?:[^,]+ \(\d+%\), ){3}and [^,]+ \(\d+%\)\./)
    expect(JSON.stringify(chat.posts[5]?.body)).toContain('Of 6 entries, ')
    expect(JSON.stringify(chat.posts[6]?.body)).toMatch(/Best round: .* missed the cut; /)

    at(78, 'round-4-late')
    await settle()
    at(80, 'final')
    await settle()
    await endTournament(pool.app, pool.tournamentId)
    await settle()
    expect(titles().filter((title) => title.startsWith('Round 4 is over'))).toHaveLength(1)
    expect(titles().at(-1)).toMatch(/^The (player|rival) (wins by \d+|.* share first place): /)
    expect(titles()).toHaveLength(new Set(titles()).size)
  })
})
