import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { tournament, tournamentOfEntry } from '#contract/tournament-contract.ts'
import { policyTable } from '#server/http/policy-table.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const now = new Date('2026-06-18T10:00:00Z')
const start = new Date('2026-06-18T11:00:00Z')
const whole = { players: true, entries: true }

describe.each(databaseKinds())('picks over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool

  beforeAll(async () => {
    clock = buildClock(new Date())
    pool = await openTestPool({
      kind,
      clock,
      start: new Date(clock.now().getTime() + 3_600_000),
      startAt: 'scheduled',
    })
  })
  afterAll(() => pool.close())

  async function entriesSeenBy(person: Person) {
    const answer = await pool.call(api.tournament(pool.tournamentId, whole), person)
    return tournament.parse(await answer.json()).entries ?? []
  }

  it('are shown before the start to their owner alone, whatever his role', async () => {
    for (const viewer of Object.values(pool.people)) {
      for (const entry of await entriesSeenBy(viewer)) {
        const isOwn = entry.userId === viewer.userId
        expect(entry.selections).toHaveLength(isOwn ? 12 : 0)
        expect(entry.tiebreakers).toHaveLength(isOwn ? 2 : 0)
      }
    }
  })

  it('say before the start who has entered', async () => {
    const names = (await entriesSeenBy(pool.people.newcomer)).map((entry) => entry.name)
    expect(names).toEqual(['The player', 'The rival'])
  })

  it('are found by their entry id by their owner alone; for others it looks as if there were none', async () => {
    const [own] = (await entriesSeenBy(pool.people.player)).filter(
      (entry) => entry.userId === pool.people.player.userId,
    )
    const path = api.tournamentEntry(own?.id ?? 0)
    const found = tournamentOfEntry.parse(await (await pool.call(path, pool.people.player)).json())
    expect(found.entries[0]?.selections).toHaveLength(12)
    const unknown = await pool.call(api.tournamentEntry(999_999), pool.people.rival)
    for (const person of [pool.people.rival, pool.people.admin]) {
      const refused = await pool.call(path, person)
      expect([refused.status, await refused.text()]).toEqual([unknown.status, await unknown.clone().text()])
    }
  })

  it('are shown to everybody from the very instant of the start', async () => {
    const begins = Date.parse(
      tournament.parse(
        await (await pool.call(api.tournament(pool.tournamentId, whole), pool.people.player)).json(),
      ).start,
    )
    clock.set(new Date(begins - 1))
    expect((await entriesSeenBy(pool.people.newcomer)).every((entry) => entry.selections.length === 0)).toBe(
      true,
    )
    clock.set(new Date(begins))
    expect((await entriesSeenBy(pool.people.newcomer)).every((entry) => entry.selections.length === 12)).toBe(
      true,
    )
    clock.set(new Date(begins - 3_600_000))
  })

  it('are the same bytes for all once they are shown, and 304 to who has them', async () => {
    clock.forward(7_200_000)
    const path = api.tournament(pool.tournamentId, whole)
    const answers = await Promise.all(Object.values(pool.people).map((person) => pool.call(path, person)))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    const etag = answers[0]?.headers.get('etag') ?? ''
    const again = await pool.call(path, pool.people.rival, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})

/** Two databases that differ in nothing but what the rivals picked. */
it('before the start no answer differs by a byte when only the picks of others differ', async () => {
  const clock = buildClock(now)
  const options = { clock, start, startAt: 'scheduled' } as const
  const [one, two] = [
    await openTestPool({ ...options, picks: 'one' }),
    await openTestPool({ ...options, picks: 'two' }),
  ]
  const reads = Object.keys(policyTable).filter(
    (key) => key.startsWith('GET /api/') && !key.endsWith('/stream'),
  )
  expect(reads.length).toBeGreaterThan(5)
  for (const who of ['newcomer', 'power', 'admin'] as const) {
    for (const path of [
      ...reads.map((key) => fill(key.slice(4), one)),
      api.tournament(one.tournamentId, whole),
    ]) {
      expect(await answerOf(one, path, who), `${who} ${path}`).toEqual(await answerOf(two, path, who))
    }
  }
  await one.close()
  await two.close()
})

function fill(path: string, pool: TestPool): string {
  return path
    .replace(':tournamentId', String(pool.tournamentId))
    .replace(':entryId', '1')
    .replace(':espnId', pool.simulator.fieldOf()[0]?.espnId ?? '')
    .replace(/:\w+/, '1')
}

async function answerOf(pool: TestPool, path: string, who: 'newcomer' | 'power' | 'admin') {
  const answer = await pool.call(path, pool.people[who])
  const ignored = new Set(['date', 'connection', 'keep-alive', 'feed-checked'])
  const headers = [...answer.headers].filter(([name]) => !ignored.has(name))
  const body = (await answer.text()).replaceAll(String(pool.app.config.listen.port), 'PORT')
  // When the feed was asked, and what it said, is not about picks.
  const comparable = body.replace(/"timeStamp":"[^"]+"/, '')
  return { status: answer.status, headers: comparable === body ? headers : [], body: comparable }
}
