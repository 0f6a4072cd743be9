import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListedPlayer } from '#domain/tournament/tournament-edit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/database-errors.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import {
  addTournament,
  changeTournament,
  findActiveTournament,
  findCurrentTournament,
  findTournament,
  listPlayers,
  type NewTournament,
  setTournament,
} from './tournament-store.ts'

const now = new Date('2026-04-08T00:00:00.000Z')

const springOpen: NewTournament = {
  espnId: '401811941',
  name: 'Spring Open',
  start: '2026-04-09T11:00:00.000Z',
  active: true,
  tiebreakers: ['Winning score?', 'Lowest round?'],
  players: buildPlayers(),
}

describe.each(databaseKinds())('tournaments over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let id: number

  const add = (tournament = springOpen) =>
    inTransaction(opened.database.db, (trx) => addTournament(trx, tournament, now))
  const change = (players: readonly ListedPlayer[]) =>
    inTransaction(opened.database.db, (trx) => changeTournament(trx, id, { ...springOpen, players }))
  const stored = () => listPlayers(opened.database.db, id)

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    id = await add()
  })
  afterEach(() => opened.remove())

  test('are active one at a time', async () => {
    const second = await add().catch((error: unknown) => error)
    expect(isUniqueViolation(second)).toBe(true)
    await inTransaction(opened.database.db, (trx) => setTournament(trx, id, { active: 0 }))
    const next = await add()
    expect((await findActiveTournament(opened.database.db))?.id).toBe(next)
    expect((await findTournament(opened.database.db, id))?.active).toBe(false)
  })

  test('are current until another one is; a cancelled one is never the last played', async () => {
    const { db } = opened.database
    const end = (which: number, reason: string | null) =>
      inTransaction(db, (trx) => setTournament(trx, which, { active: 0, cancelled_reason: reason }))
    const current = async () => (await findCurrentTournament(db))?.id
    await end(id, null)
    const later = await add({ ...springOpen, start: '2026-04-16T11:00:00.000Z' })
    expect(await current()).toBe(later)
    await end(later, 'Fog')
    expect(await current()).toBe(id)
    await end(id, 'Storm')
    expect(await current()).toBeUndefined()
  })

  test('keep the ranks with which golfers are saved', async () => {
    const players = springOpen.players.map((player, index) => ({ ...player, rank: index === 0 ? null : index * 3 }))
    await change(players)
    expect((await stored()).slice(0, 3).map(({ rank }) => rank)).toEqual([undefined, 3, 6])
    await change(players.map((player) => ({ ...player, rank: 5 })))
    expect(new Set((await stored()).map(({ rank }) => rank))).toEqual(new Set([5]))
  })

  test('keep the ids of the players who stay, whatever else changes', async () => {
    const before = await stored()
    const [first, second, ...others] = before.map(({ id: _id, ...player }) => player)
    if (!first || !second) throw new Error('There are twelve players.')
    const newcomer = { name: 'A Newcomer', espnId: '4711', tier: 0, order: 9 } as const
    await change([{ ...second, name: 'New Name', order: 7 }, ...others, newcomer])
    const after = new Map((await stored()).map((player) => [player.espnId, player]))
    expect(after.size).toBe(12)
    expect(after.has(first.espnId)).toBe(false)
    for (const player of before.slice(2)) expect(after.get(player.espnId)).toEqual(player)
    expect(after.get(second.espnId)).toEqual({ ...before[1], name: 'New Name', order: 7 })
    expect(after.get('4711')).toMatchObject(newcomer)
  })

  test('take another name, start and questions, and keep their event and stay active', async () => {
    const content = {
      name: 'Autumn Open',
      start: '2026-10-01T11:00:00.000Z',
      tiebreakers: ['One?', 'Two?'] as const,
    }
    await inTransaction(opened.database.db, (trx) =>
      changeTournament(trx, id, { ...content, players: springOpen.players }),
    )
    expect(await findTournament(opened.database.db, id)).toMatchObject({
      ...content,
      espnId: '401811941',
      active: true,
    })
  })
})
