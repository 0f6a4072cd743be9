import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { openSecondProcess } from '../support/second-process.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

describe.each(databaseKinds())('a tournament that has not started, over $name', (kind) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let client: EntryClient

  beforeAll(async () => {
    const start = new Date(clock.now().getTime() + 3_600_000)
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
    await client.create(pool.people.newcomer, client.fill(pool.people.newcomer))
  })
  afterAll(() => pool.close())

  async function view(person: Person, headers: Record<string, string> = {}, url = pool.url) {
    const path = api.tournament(pool.tournamentId, { players: true, entries: true })
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${person.token}`, ...headers },
    })
    const { status } = response
    const text = await response.text()
    const [etag, length] = ['etag', 'content-length'].map((name) => response.headers.get(name) ?? '')
    return { status, etag: etag ?? '', length, text }
  }

  const entriesIn = ({ text }: { text: string }) => tournament.parse(JSON.parse(text)).entries ?? []

  async function change(person: Person, pick: number): Promise<void> {
    const { id = 0, version } = (await client.findStored(person)) ?? {}
    expect((await client.change(person, client.fill(person, pick, { id, version }))).status).toBe(200)
  }

  it('shows each viewer their own entry in full, among redacted ones', async () => {
    const stored = await client.stored()
    for (const person of Object.values(pool.people)) {
      const hidden = { tiebreakers: [], selections: [], version: 0, changedAt: undefined }
      const expected = stored.map((entry) => (entry.userId === person.userId ? entry : { ...entry, ...hidden }))
      expect(entriesIn(await view(person))).toEqual(expected)
    }
  })

  it('is the same to the byte, however often a rival saves', async () => {
    const viewers = [pool.people.player, pool.people.newcomer, pool.people.admin]
    const before = await Promise.all(viewers.map((viewer) => view(viewer)))
    for (const pick of [5, 6, 7]) await change(pool.people.rival, pick)
    expect(await Promise.all(viewers.map((viewer) => view(viewer)))).toEqual(before)
    for (const [index, viewer] of viewers.entries()) {
      const again = await view(viewer, { 'if-none-match': before[index]?.etag ?? '' })
      expect([again.status, again.text]).toEqual([304, ''])
    }
  })

  it('shows a save to its owner with their next request', async () => {
    const { player } = pool.people
    for (const pick of [1, 2, 3]) {
      const before = await view(player)
      await change(player, pick)
      const after = await view(player, { 'if-none-match': before.etag })
      expect(after.status).toBe(200)
      const own = entriesIn(after).find(({ userId }) => userId === player.userId)
      expect(own).toEqual(await client.findStored(player))
    }
  })

  it('shows a new entry to everyone with their next request', async () => {
    const { player, power } = pool.people
    const before = await view(player)
    await client.create(power, client.fill(power))
    const after = await view(player, { 'if-none-match': before.etag })
    expect(entriesIn(after)).toHaveLength(entriesIn(before).length + 1)
    expect(entriesIn(after).at(-1)).toMatchObject({ userId: power.userId, selections: [] })
  })

  it('never gives a viewer the ETag of another with a different view', async () => {
    const { player, rival, newcomer, admin } = pool.people
    const views = await Promise.all([player, rival, newcomer, admin].map((person) => view(person)))
    expect(new Set(views.map(({ etag }) => etag)).size).toBe(4)
    expect((await view(player, { 'if-none-match': views[1]?.etag ?? '' })).status).toBe(200)
  })

  it.runIf(kind.name === 'PostgreSQL')('shows a save through one process in all of them immediately', async () => {
    const second = await openSecondProcess(pool, clock)
    const { player } = pool.people
    await view(player, {}, second.url)
    for (const pick of [8, 9, 10]) {
      const { id = 0, version } = (await client.findStored(player)) ?? {}
      const body = client.fill(player, pick, { id, version })
      expect((await second.send('PUT', api.entrySave(), player, body)).status).toBe(200)
      const [here, there] = [await view(player), await view(player, {}, second.url)]
      expect(here).toEqual(there)
      const own = entriesIn(here).find(({ userId }) => userId === player.userId)
      expect(own).toEqual(await client.findStored(player))
    }
    await second.close()
  })
})
