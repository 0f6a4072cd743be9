import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CorrectedScores } from '#domain/scores/score-corrections.ts'
import type { ScoreDocument } from '#domain/scores/score-document.ts'
import { toScoredField } from '#domain/scores/scored-field.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { createFeedSource } from '#server/feed/feed-source.ts'
import type { ScoreSource } from '#server/feed/score-source.ts'
import { createSourceStatusRecorder } from '#server/feed/source-status.ts'
import { listAuditEntries } from '#server/platform/audit-log/audit-log-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log/log.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import {
  addScoreCorrection,
  endScoreCorrection,
  listActiveScoreCorrections,
} from '#server/scores/corrections/score-correction-store.ts'
import { createLeaderboardHub, type LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import {
  findLeaderboard,
  saveFeedChecked,
  saveLeaderboardIfActive,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import { createHandSource } from '#server/scores/score-sheets/hand-source.ts'
import { putScoreSheetAside, saveScoreSheet } from '#server/scores/score-sheets/score-sheet-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildEspnBody, buildEspnRow } from '#test/support/build-espn-body.ts'
import { buildScoredGolfer, buildScores } from '#test/support/build-scores.ts'
import { soleAddress } from '#test/support/sole-address.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createLeaderboardPoller, type LeaderboardPoller } from './leaderboard-poller.ts'

const start = new Date('2026-06-04T12:00:00.000Z')
const minute = 60_000

describe.each(databaseKinds())('scores over $name', (kind) => {
  let database: Database
  let remove: () => Promise<void>
  let clock: TestClock
  let hub: LeaderboardHub
  let poller: LeaderboardPoller
  let tournamentId: number
  let organiser: number
  /** The document at SCORES_URL; null while SCORES_URL is not set. */
  let document: ScoreDocument | null
  /** The strokes of two golfers in the feed; undefined while the feed fails. */
  let feed: readonly [ann: number, bea: number] | undefined

  beforeEach(async () => {
    const opened = await openTestDatabase(kind)
    database = opened.database
    remove = opened.remove
    clock = buildClock(start)
    feed = [70, 68]
    document = null
    organiser = await addUser(database.db, { name: 'Olive Organiser', isPowerUser: true })
    const tournament = { espnId: '4018', name: 'Links Open', start: start.toISOString(), active: true } as const
    tournamentId = await database.db
      .transaction()
      .execute((trx) => addTournament(trx, { ...tournament, tiebreakers: ['a', 'b'], players: [] }, start))
    openProcess()
    poller.start()
    await poll()
  })
  afterEach(async () => {
    poller.stop()
    await remove()
  })

  function openProcess(): void {
    const { db } = database
    hub = createLeaderboardHub({
      find: (id) => findLeaderboard(db, id),
      save: (id, stored) => saveLeaderboardIfActive(db, id, stored),
      saveChecked: (id, at) => saveFeedChecked(db, id, at),
      publishToPeers: async () => {},
    })
    const automatic: ScoreSource = {
      async getScores(tournament, previous) {
        if (!document) return feedSource.getScores(tournament, previous)
        return {
          field: toScoredField(document, previous),
          courses: [],
          requestedAt: clock.now(),
          asOf: new Date(document.event.updated),
          source: { kind: 'document', since: null, by: null },
        }
      },
    }
    const feedSource = createFeedSource(
      soleAddress({
        async getLeaderboard(id) {
          if (!feed) throw new FeedError('unreachable', 'The feed is down.')
          const competitors = feed.map((strokes, index) =>
            buildEspnRow({ id: String(index + 1), rounds: [[strokes, String(strokes - 72)]], toPar: null }),
          )
          return { body: buildEspnBody({ id, competitors }), requestedAt: clock.now() }
        },
      }),
    )
    poller = createLeaderboardPoller({
      db,
      source: createHandSource({ db, now: clock.now, automatic }),
      hub,
      status: createSourceStatusRecorder({ db, log: createLog('silent'), isDocument: false }),
      intervalMs: minute,
      clock,
      timers: { after: () => () => {} },
      random: () => 0,
      log: createLog('silent'),
    })
  }

  async function poll(): Promise<void> {
    clock.set(new Date(clock.now().getTime() + minute))
    await poller.refreshTarget()
    await poller.refreshScores()
  }

  async function restart(): Promise<void> {
    poller.stop()
    openProcess()
    poller.start()
    await poll()
  }

  /** Null: before round 1. */
  const toDocument = (rounds: readonly [ann: number, bea: number] | null, time: string) =>
    buildScores({ updated: `2026-06-05T${time}:00.000Z`, round: rounds ? 1 : 0 }, [
      buildScoredGolfer({ id: '1', name: 'Ann Arbor', rounds: [rounds?.[0] ?? null] }),
      buildScoredGolfer({ id: '2', name: 'Bea Bunker', rounds: [rounds?.[1] ?? null] }),
    ])

  const publish = (rounds: readonly [ann: number, bea: number], version: number) =>
    saveScoreSheet(
      database.db,
      tournamentId,
      {
        document: toDocument(rounds, '18:00'),
        userId: organiser,
        version,
      },
      clock.now(),
    )

  const correct = (scores: Partial<CorrectedScores>) =>
    addScoreCorrection(
      database.db,
      {
        tournamentId,
        espnId: '1',
        scores: { status: null, rounds: [null, null, null, null], toParDifference: null, ...scores },
        reason: 'Wrong card',
        userId: organiser,
      },
      clock.now(),
    )

  async function readBoard() {
    const message = (await hub.findLatest(tournamentId))?.message
    const [ann] = message?.golfersScores ?? []
    return { ...message, ann, rounds: message?.golfersScores.map(({ round1Score }) => round1Score).join(' ') }
  }

  it('come from the feed, then from the organisers, then from the feed again, each at once', async () => {
    expect(await readBoard()).toMatchObject({ rounds: '70 68', source: { kind: 'feed', since: null, by: null } })
    await publish([65, 66], 1)
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '65 66', source: { kind: 'hand', by: 'Olive Organiser' } })
    await putScoreSheetAside(database.db, tournamentId)
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '70 68', source: { kind: 'feed' } })
  })

  it('by hand replace those of a feed that has failed, are never stale, and survive a restart', async () => {
    feed = undefined
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '70 68', stale: { reason: 'The feed is down.' } })
    await publish([65, 66], 1)
    await poll()
    const published = await readBoard()
    expect(published).toMatchObject({ rounds: '65 66', stale: null })
    await restart()
    expect(await readBoard()).toEqual(published)
  })

  it('of a document are never replaced by older ones, also after a restart and although nothing has changed since', async () => {
    document = toDocument([70, 68], '18:00')
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '68 70', source: { kind: 'document' }, stale: null })
    document = toDocument([69, 68], '17:59')
    const reason = expect.stringContaining('older scores than the board: updated is 2026-06-05T17:59:00.000Z')
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '68 70', stale: { reason } })
    await restart()
    expect(await readBoard()).toMatchObject({ rounds: '68 70', stale: { reason } })
    document = toDocument([71, 68], '18:00')
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '68 71', stale: null })
    document = toDocument([71, 68], '18:05')
    const { version } = await readBoard()
    await poll()
    expect((await readBoard()).version).toBe(version)
  })

  it('of a document may take strokes from a golfer at once, and goes back a round only when it insists', async () => {
    document = toDocument([70, 68], '18:00')
    await poll()
    document = toDocument([69, 68], '18:01')
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '68 69' })
    document = toDocument(null, '18:02')
    for (const rounds of ['68 69', '68 69', '-- --']) {
      await poll()
      expect(await readBoard()).toMatchObject({ rounds, stale: null })
    }
  })

  it('are corrected while the feed goes on, and as it says once it agrees', async () => {
    await correct({ rounds: [69, null, null, null] })
    await poll()
    expect(await readBoard()).toMatchObject({
      rounds: '69 68',
      ann: { correction: { fields: ['round1'], reason: 'Wrong card', by: 'Olive Organiser' } },
    })
    feed = [70, 67]
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '69 67' })
    feed = [69, 67]
    await poll()
    expect(await readBoard()).toMatchObject({ rounds: '69 67', ann: { correction: null } })
    expect(await listActiveScoreCorrections(database.db, tournamentId)).toEqual([])
    const [entry] = await listAuditEntries(database.db, { before: undefined, count: 1 })
    expect(entry).toMatchObject({ user: null, action: 'correction settled', details: { tournamentId, espnId: '1' } })
  })

  it('have a corrected score to par as a difference, until the source jumps by it without a hole being played', async () => {
    await correct({ toParDifference: 2 })
    await poll()
    const mark = { fields: ['toPar'], toParDifference: 2 }
    expect(await readBoard()).toMatchObject({
      ann: { toPar: 'E', totalScore: '72', round1Score: '70', correction: mark },
    })
    feed = [71, 68]
    await poll()
    expect(await readBoard()).toMatchObject({ ann: { toPar: '+1', totalScore: '73', correction: mark } })
    // The look before is stored: another process goes on from it.
    feed = [73, 68]
    await restart()
    expect(await readBoard()).toMatchObject({ ann: { toPar: '+1', totalScore: '73', correction: null } })
    expect(await listActiveScoreCorrections(database.db, tournamentId)).toEqual([])
    const [entry] = await listAuditEntries(database.db, { before: undefined, count: 1 })
    expect(entry).toMatchObject({ user: null, action: 'correction settled', details: { tournamentId, espnId: '1' } })
  })

  it('keep what is left of a correction whose difference the source has taken over', async () => {
    await correct({ rounds: [69, null, null, null], toParDifference: 2, status: 'DQ' })
    await poll()
    expect(await readBoard()).toMatchObject({ ann: { position: 'DQ', toPar: '-1', round1Score: '69' } })
    await database.db.updateTable('score_corrections').set({ seen_to_par: -5 }).execute()
    await poll()
    const { ann } = await readBoard()
    expect(ann).toMatchObject({
      position: 'DQ',
      toPar: '-3',
      totalScore: '69',
      correction: { fields: ['status', 'round1'] },
    })
    const [rest, ...others] = await listActiveScoreCorrections(database.db, tournamentId)
    expect(others).toEqual([])
    expect(rest).toMatchObject({
      by: 'Olive Organiser',
      reason: 'Wrong card',
      at: ann?.correction?.at,
      toParDifference: null,
    })
  })

  it('of a document have the movement since the round began, also after a correction', async () => {
    const toRound2 = (rounds: readonly [number, number][]) =>
      buildScores({ updated: '2026-06-06T18:00:00.000Z', round: 2 }, [
        buildScoredGolfer({ id: '1', name: 'Ann Arbor', rounds: [...(rounds[0] ?? [])] }),
        buildScoredGolfer({ id: '2', name: 'Bea Bunker', rounds: [...(rounds[1] ?? [])] }),
      ])
    document = toRound2([
      [70, 66],
      [68, 69],
    ])
    await poll()
    expect(await readBoard()).toMatchObject({ ann: { position: '1', movement: { text: '1', class: 'positive' } } })
    await correct({ rounds: [67, null, null, null] })
    await poll()
    expect(await readBoard()).toMatchObject({ ann: { position: '1', movement: { text: '-', class: 'none' } } })
  })

  it('are corrected, and put back, while the feed fails; that does not make them fresh', async () => {
    feed = undefined
    await poll()
    const { stale, golfersScores } = await readBoard()
    const id = await correct({ rounds: [60, null, null, null] })
    await poll()
    expect(await readBoard()).toMatchObject({ stale, golfersScores: [{ position: '1' }, { position: '2' }] })
    await restart()
    expect(await endScoreCorrection(database.db, id, organiser, clock.now())).toBe(true)
    await poll()
    expect(await readBoard()).toMatchObject({ stale, golfersScores })
  })
})
