import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { applyRecord, type Board, type BoardRecord } from '#domain/history/board-history.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

function rebuild(records: readonly BoardRecord[]): Board[] {
  let last: Board | null = null
  return records.map((record) => {
    last = applyRecord(last, record)
    return last
  })
}

describe.each(databaseKinds())('the history of the leaderboard over $name', (kind) => {
  let pool: TestPool
  const served: string[] = []

  beforeAll(async () => {
    pool = await openTestPool({ kind, startAt: 'round-1' })
  })
  afterAll(() => pool.close())

  const getBoard = async () => (await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)).text()

  async function getRecords(): Promise<BoardRecord[]> {
    const response = await pool.call(api.leaderboardHistory(pool.tournamentId), pool.people.rival)
    expect(response.status).toBe(200)
    return ((await response.json()) as { records: BoardRecord[] }).records
  }

  async function play(minutes: number): Promise<void> {
    pool.simulator.advance(minutes)
    await pool.app.feed.pollNow()
    const board = await getBoard()
    if (board !== served.at(-1)) served.push(board)
  }

  it('goes on with a key frame where a version is missing', async () => {
    await play(60)
    await play(5)
    const { db } = pool.app.database
    const { version } = JSON.parse(served.at(-1) ?? '') as Leaderboard
    await db.deleteFrom('leaderboard_records').where('version', '=', version).execute()
    await play(5)
    const records = await getRecords()
    expect(records.map((record) => 'board' in record)).toEqual([true, false, true])
    expect(JSON.stringify(rebuild(records).at(-1))).toBe(served.at(-1))
    served.splice(0, served.length - 1)
  })

  it('gives back, byte for byte, what was served in four days', async () => {
    while (!(JSON.parse(served.at(-1) ?? '') as Leaderboard).event.completed) await play(97)
    const boards = rebuild(await getRecords()).map((board) => JSON.stringify(board))
    const last = boards.slice(-served.length)
    const wrong = served.findIndex((board, index) => board !== last[index])
    expect([last.length, wrong, served[wrong]?.slice(0, 300)]).toEqual([served.length, -1, undefined])
    expect(served.length).toBeGreaterThan(25)
  })

  it('has two key frames, and changes that are small', async () => {
    const records = await getRecords()
    expect(records.filter((record) => 'board' in record)).toHaveLength(2)
    expect(brotliCompressSync(JSON.stringify(records)).length).toBeLessThan(60_000)
  })

  it('is for people who are signed in', async () => {
    expect((await pool.call(api.leaderboardHistory(pool.tournamentId), null)).status).toBe(401)
    expect((await pool.call(api.leaderboardHistory(9_999), pool.people.player)).status).toBe(404)
  })
})
