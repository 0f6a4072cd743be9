import { expect } from 'vitest'
import { addReceiptKey, sha256Hex } from '#built/harness.mjs'
import { type Bundle, bundle } from '#contract/bundle-contract.ts'
import { api } from '#contract/paths.ts'
import type { Milestone } from '#simulator/milestones.ts'
import { createEntryClient } from './entry-client.ts'
import { buildClock } from './test-clock.ts'
import { addPerson, openTestPool, type Person } from './test-pool.ts'
import { createTournamentClient } from './tournament-client.ts'

const minute = 60_000

/**
 * The bundle of a tournament in which much has happened: entries withdrawn before the lock, removed, restored and merged after
 * it, other details, corrections of a round, a status and to par, one that has ended, a reopening, a corrected result, and a
 * new key for receipts.
 */
export async function makeEventfulBundle(): Promise<Bundle> {
  const clock = buildClock(new Date())
  const start = new Date(clock.now().getTime() + 60 * minute)
  const pool = await openTestPool({ clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
  const { tournamentId, people, simulator, app } = pool
  const { admin, power } = people
  const entries = await createEntryClient(pool)

  async function post(path: string, body: unknown, person: Person = admin): Promise<void> {
    const response = await pool.send('POST', path, person, body)
    expect(response.status, await response.text()).toBe(200)
  }
  const added: Person[] = []
  for (const [index, name] of ['early', 'removed', 'restored', 'twin', 'other', 'quiet'].entries()) {
    const person = await addPerson(app, name)
    expect(await entries.create(person, entries.fill(person, 7 * index))).toMatchObject({ status: 200 })
    added.push(person)
    clock.advance(minute)
  }
  const [early, removed, restored, twin, otherTwin] = added as [Person, Person, Person, Person, Person]
  const idOf = async (person: Person) => {
    const rows = app.database.db.selectFrom('entries').select('id').where('user_id', '=', person.userId)
    return (await rows.executeTakeFirstOrThrow()).id
  }
  const change = async (person: Person, what: object) =>
    post(api.adminTournamentUsers(tournamentId), { entryId: await idOf(person), ...what }, power)
  await post(api.entryWithdrawal(tournamentId), { isWithdrawn: true }, early)
  await app.feed.refreshTarget()
  await app.feed.pollNow()
  clock.set(start)

  async function play(milestone: Milestone): Promise<void> {
    clock.advance(10 * minute)
    simulator.advanceTo(milestone)
    await app.feed.pollNow()
    clock.advance(minute)
  }
  await play('round-1-middle')
  await change(removed, { change: 'remove', reason: 'Not paid' })
  await play('round-1-late')
  await change(restored, { change: 'remove', reason: 'Entered twice' })
  await play('round-1-complete')
  await change(restored, { change: 'undo' })

  const golfers = simulator.listGolfers()
  const espnIdOf = (index: number) => golfers[index]?.espnId
  const none = { status: null, rounds: [null, null, null, null], toPar: null, basedOn: null }
  async function correct(index: number, reason: string, changes: object): Promise<void> {
    await post(api.adminCorrections(tournamentId), { espnId: espnIdOf(index), reason, ...none, ...changes }, power)
    await app.feed.refreshScores()
    clock.advance(2 * minute)
  }
  await correct(1, 'Signed for 75', { rounds: [75, null, null, null] })
  await correct(2, 'Penalty of two strokes', { toPar: 9 })
  await correct(3, 'Ended again', { rounds: [77, null, null, null] })
  await play('round-2-middle')
  await play('round-2-late')
  const listed = (await (await pool.call(api.adminCorrections(tournamentId), power)).json()) as { id: number }[]
  await post(`${api.adminCorrections(tournamentId)}/end`, { id: listed[0]?.id }, power)
  await app.feed.refreshScores()
  clock.advance(2 * minute)
  await play('cut')
  await correct(4, 'Wrong card', { status: 'DQ' })
  const editing = createTournamentClient(pool)
  const fee = {
    price: '20 EUR',
    isPerEntry: false,
    howToPay: '',
    payouts: '',
    keepsWithdrawn: false,
    countsPaid: false,
    tiesByAnswers: false,
  }
  for (const detail of [{ name: 'The Larkmoor' }, { fee }, { fee: { ...fee, price: '10 EUR' } }]) {
    const edit = await editing.change(await editing.open(tournamentId, { name: 'The Larkmoor', ...detail }))
    expect(edit).toMatchObject({ status: 200 })
    clock.advance(minute)
  }
  await post(api.adminMergeUsers(), [otherTwin.userId, twin.userId])
  await play('round-3-late')
  await play('final')
  await addReceiptKey(app.database.db, clock.now())
  await post(api.tournamentEnd(tournamentId), [])
  clock.advance(minute)
  await post(api.adminReopen(tournamentId), { asksSource: false })
  await app.feed.refreshTarget()
  await app.feed.pollNow()
  clock.advance(minute)
  await correct(5, 'Found after the end', { rounds: [null, 80, null, null] })
  await post(api.tournamentEnd(tournamentId), [])
  clock.advance(minute)
  const board = (await (await pool.call(api.leaderboard(tournamentId), power)).json()) as { version: number }
  const correction = { espnId: espnIdOf(6), reason: 'A late ruling', ...none, rounds: [79, null, null, null] }
  await post(api.adminResultCorrection(tournamentId), { version: board.version, corrections: [correction], ended: [] })
  const text = await (await pool.call(api.tournamentBundle(tournamentId), people.newcomer)).text()
  await pool.close()
  const made: unknown = JSON.parse(text)
  bundle.parse(made)
  return made as Bundle
}

/** As the pool writes it, with a digest that fits. */
export function writeBundle({ digest: _, ...content }: object & { digest?: unknown }): Uint8Array {
  const text = JSON.stringify(content).slice(0, -1)
  return new TextEncoder().encode(`${text},"digest":"${sha256Hex(text)}"}`)
}
