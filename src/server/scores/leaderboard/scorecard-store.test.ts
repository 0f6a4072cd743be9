import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PlayerProfile } from '#domain/field/field.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { findScorecard, saveScorecards } from './leaderboard-store.ts'

const now = new Date('2026-04-13T00:00:00.000Z')

function buildProfile(espnId: string, displayName = `Golfer ${espnId}`): PlayerProfile {
  return {
    espnId,
    displayName,
    headshot: null,
    logoImage: null,
    college: 'État',
    birthPlace: null,
    age: 33,
    hand: 'Left',
    rounds: [{ period: 1, value: 70, outScore: 35, inScore: 35, linescores: [{ period: 1, value: 4, par: 4 }] }],
    holes: [],
  }
}

describe.each(databaseKinds())('stored scorecards over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let tournamentId: number

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    const tournament = {
      espnId: '401811941',
      name: 'Spring Open',
      start: '2026-04-09T11:00:00.000Z',
      active: false,
      tiebreakers: ['One?', 'Two?'] as const,
      players: buildPlayers(),
    }
    tournamentId = await inTransaction(opened.database.db, (trx) => addTournament(trx, tournament, now))
  })
  afterEach(() => opened.remove())

  test('are found unchanged, however many there are', async () => {
    const { db } = opened.database
    const profiles = Array.from({ length: 156 }, (_, index) => buildProfile(String(index + 1)))
    await saveScorecards(db, tournamentId, profiles)
    for (const at of [0, 50, 155]) {
      expect(await findScorecard(db, tournamentId, String(at + 1))).toEqual(profiles[at])
    }
    expect(await findScorecard(db, tournamentId, '157')).toBeUndefined()
    expect(await findScorecard(db, tournamentId + 1, '1')).toBeUndefined()
  })

  test('are replaced by newer ones', async () => {
    const { db } = opened.database
    await saveScorecards(db, tournamentId, [buildProfile('1', 'First')])
    await saveScorecards(db, tournamentId, [buildProfile('1', 'Second'), buildProfile('2')])
    expect((await findScorecard(db, tournamentId, '1'))?.displayName).toBe('Second')
    expect(await findScorecard(db, tournamentId, '2')).toBeDefined()
  })
})
