import { expect, it } from 'vitest'
import { feedSource } from '#domain/field/field.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { addTournament, setTournament } from '#server/pool/tournaments/tournament-store.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { noDetails, saveLeaderboard } from './leaderboard-store.ts'
import { createRecordedPlayers } from './recorded-players.ts'

const cut = { position: 'CUT', round3Score: '--' }
const through = { position: 'T8', round3Score: '70' }

it.each(databaseKinds())('golfers who can be picked have their cuts in ended tournaments over $name', async (kind) => {
  const { database, remove } = await openTestDatabase(kind)
  const { db } = database
  let version = 0
  async function add(active: boolean, one: object, two: object): Promise<number> {
    const players = ['1001', '1002', '1003'].map((espnId, order) => ({ espnId, name: espnId, tier: 0 as const, order }))
    const tournament = { espnId: '4018', name: 'Links Open', start: '2026-06-04T06:00:00.000Z', active, players }
    const id = await inTransaction(db, (trx) =>
      addTournament(trx, { ...tournament, tiebreakers: ['Winning score?', 'Longest drive?'] }, new Date()),
    )
    const golfersScores = [
      buildGolfer({ espnId: '1001', ...one }),
      buildGolfer({ espnId: '1002', ...two }),
      buildGolfer({ espnId: '1003', position: 'WD', round1Score: '--' }),
    ]
    version += 1
    const board = { ...buildField(), golfersScores, version, timeStamp: '', stale: null, source: feedSource }
    await saveLeaderboard(db, id, { message: board, extras: noDetails, feedChecked: null })
    return id
  }
  const findPlayers = createRecordedPlayers(db)
  const cutsOf = async (id: number) => (await findPlayers(id)).map(({ cuts }) => cuts && [cuts.made, cuts.of])

  const current = await add(true, through, cut)
  expect(await cutsOf(current), 'the scores of an active one do not count').toEqual([undefined, undefined, undefined])
  await add(false, through, cut)
  await add(false, cut, { position: 'MDF', round3Score: '75' })
  await add(false, through, through)
  expect(await cutsOf(current), 'nor does one without a cut').toEqual([[1, 2], [1, 2], undefined])
  await inTransaction(db, (trx) => setTournament(trx, current, { active: 0 }))
  expect(await cutsOf(current)).toEqual([[2, 3], [1, 3], undefined])
  await remove()
})
