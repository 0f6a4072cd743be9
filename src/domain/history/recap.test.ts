import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { type Field, feedSource, type Golfer, toParText } from '#domain/field/field.ts'
import { applyCorrections } from '#domain/scores/score-corrections.ts'
import { placesGained, toEarlierStandings, toRoundStartText } from '#domain/standings/entry-figures.ts'
import { rowsOfEntry, scorePool } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { buildEvent, buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows, type NaiveRow, type NaiveStanding, rankNaively } from '#test/support/naive-standings.ts'
import { type Board, toRecord } from './board-history.ts'
import { createRecap, listRoundEnds } from './recap.ts'
import { createReplay } from './replay.ts'

const players = buildPlayers()

function toBoard(field: Field, version: number): Board {
  return {
    version,
    timeStamp: new Date(version * 60_000).toISOString(),
    stale: null,
    source: feedSource,
    ...field,
    golfersScores: [...field.golfersScores],
  }
}

type Score = number | 'CUT' | 'WD'

/** The boards after the rounds; scores to par of the first players, or why they are out since that round. */
function endsOf(...rounds: (readonly Score[])[]): Map<number, Board> {
  return new Map(
    rounds.map((_, index) => {
      const golfersScores = players.map((player, order) => {
        const scores: Score[] = rounds.slice(0, index + 1).map((all) => all[order] ?? 0)
        return buildGolferOf(player, toScores(scores))
      })
      return [index + 1, toBoard(buildField({ currentRound: index + 1, golfersScores }), index + 1)]
    }),
  )
}

/** After so many rounds, the last of which the golfer has begun unless they were out before. */
function toScores(scores: readonly Score[]): Partial<Golfer> {
  const isOutSince = scores.findIndex((score) => typeof score !== 'number')
  const numbers = scores.map((score) => (typeof score === 'number' ? score : null))
  const known = numbers.findLast((score) => score !== null) ?? 0
  const before = numbers.slice(0, -1).findLast((score) => score !== null) ?? 0
  const begun = isOutSince < 0 ? scores.length : isOutSince + 1
  const isOut = isOutSince >= 0
  const strokes = [1, 2, 3, 4].map((round) => [`round${round}Score`, round <= begun ? '70' : '--'])
  return {
    ...{ isDNF: isOut, position: isOut ? String(scores[isOutSince]) : '1', relativeScore: known },
    ...{ total: 70 * begun + known, ...Object.fromEntries(strokes) },
    currentRoundScore: begun === scores.length ? toParText(known - before) : '--',
  }
}

const own = { id: 1, name: 'Ann', selections: buildSelections([1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]) }
const other = { id: 2, name: 'Bo', selections: buildSelections([2, 4, 7, 10], [3, 5, 8, 11], [1, 6, 9, 12]) }
const poolOf = (...entries: Parameters<typeof buildEntry>[0][]) =>
  createPool(buildTournament({ entries: entries.map(buildEntry) }))

test('how many people beat the Hat comes last', () => {
  const tournament = buildTournament({ entries: [own, other].map(buildEntry), hat: [3, 5, 8, 11] })
  const ends = endsOf([-5, 0, 2])
  expect(createRecap(createPool(tournament), ends, 1)?.lines.at(-1)).toBe('2 of 2 people beat the Hat.')
  const asOwn = { ...tournament, hat: [1, 4, 7, 10] }
  expect(createRecap(createPool(asOwn), ends, 1)?.lines.at(-1)).toBe('Nobody beats the Hat.')
})

test('the first round: who leads and by what, and the best golfer; one person plays against themselves', () => {
  expect(createRecap(poolOf(own), endsOf([-5, 0, 2]), 1)?.lines).toEqual([
    'Ann 1 leads at -5, 5 ahead of Ann 2 and Ann 3.',
    'Best golfer picked: Player A1 (in 1 entry), at -5.',
  ])
  expect(createRecap(poolOf(own, other), endsOf([-5, 0, 2]), 1)?.lines).toEqual([
    'Ann 1 and Bo 3 share the lead at -5, 5 ahead of 4 entries.',
    'Best golfer picked: Player A1 (in 2 entries), at -5.',
  ])
  expect(createRecap(poolOf(), endsOf([-5]), 1)?.lines).toEqual([])
})

test('a quiet round has two lines', () => {
  const ends = endsOf([-5, -1, 2], [-8, -3, 2])
  expect(createRecap(poolOf(own), ends, 2)?.lines).toEqual([
    'Ann 1 still leads at -8, 5 ahead of Ann 2.',
    'Best round: Ann 1 at -3 (Player A1 -3, Player B1 E, Player C1 E).',
  ])
})

test('a new lead, the biggest climb and fall, the cut and who went out', () => {
  const ends = endsOf([-5, -1, 2, 0, 0, 0], [-4, 'CUT', -9, 0, 'CUT', 0, 0, 'WD'])
  expect(createRecap(poolOf(own), ends, 2)?.lines).toEqual([
    'Ann 3 takes the lead at -9, 5 ahead of Ann 1.',
    'Best round: Ann 3 at -11 (Player A3 -11, Player B3 E, Player C3 E).',
    'Biggest climb: Ann 3, up 2 places to 1st.',
    '2 golfers missed the cut; the most picked: Player A2 (in 1 entry) and Player B2 (in 1 entry).',
    'Out of the event: Player C2 (WD, in 1 entry).',
    'Out in this round: Ann 2; still in: 2 of 3.',
  ])
  const last = endsOf([], [], [-5, 0, 2, 0], ['WD', 0, 0, 'CUT'])
  expect(createRecap(poolOf(own), last, 4)?.lines.slice(0, 1)).toEqual([
    'Ann 2 and Ann 3 share first place at E. Ann 1, first after round 3, is out.',
  ])
  expect(createRecap(poolOf(own), endsOf(players.map(() => 'WD')), 1)?.lines[0]).toBe('Every entry is out.')
})

test('people read the place of each entry, the move, why, and whom to root for while a round follows', () => {
  const pool = poolOf(own, other)
  const index = pool.entries.findIndex(({ name }) => name === 'Ann')
  const scores = [-5, -3, 2]
  expect(createRecap(pool, endsOf(scores, [-5, -6, 'CUT', 0, 0, 'CUT']), 2)?.ownLines(index)).toEqual(
    [
      expect.stringMatching(/^Entry 2 is T1 at -6\. Up 2 to 1st\. Up \d: /),
      expect.stringMatching(/^Entry 1 is T3 at -5, 1 back\. Down 2 to 3rd\. Down 2: rivals’ P\. A2, /),
      'Entry 3 is out: 2 missed the cut. It was T5 after round 1.',
    ].concat('In round 3, root for Player A2, picked in 1 other entry.'),
  )
  expect(createRecap(pool, endsOf(scores), 1)?.ownLines(index).at(-1)).toMatch(/^In round 2, root for /)
  const last = createRecap(pool, endsOf([], [], scores, scores), 4)
  expect([last?.isLast, last?.ownLines(index)]).toEqual([
    true,
    ['Entry 1 is still T1 at -5.', 'Entry 2 is still T3 at -3, 2 back.', 'Entry 3 is still T5 at E, 5 back.'],
  ])
})

test('only the last recap tells whose strokes decided, with corrected scores and after a play-off', () => {
  const scores = [-6, -3, 9]
  const ends = endsOf(scores, scores, scores, scores)
  const board = ends.get(4)
  if (!board) throw new Error('unreachable')
  const correction = { espnId: players[1]?.espnId ?? '', rounds: [null, null, null, null], toParDifference: -1 }
  const about = { status: null, reason: 'Wrong card', by: 'Olive', at: '2026-06-05T18:00:00.000Z' }
  const { golfersScores } = applyCorrections(board, [{ ...correction, ...about }])
  const corrected: Board = { ...board, golfersScores: [...golfersScores] }
  const told = (last: Board, round = 4) =>
    createRecap(poolOf(own), new Map(ends).set(4, last), round)?.lines.filter((line) => line.includes('would have won'))
  expect(told(board)).toEqual([])
  expect(told(corrected)).toEqual(['Three strokes more by P. A1, and Ann 2 would have won.'])
  const playOff = buildEvent({ roundStatus: 'Playoff - Play Complete' })
  expect(told({ ...corrected, event: playOff, currentRound: 5 })).toEqual(told(corrected))
  expect(told(corrected, 3)).toEqual([])
})

test('a round ends with its last board before the next one; a play-off is in the fourth, and gaps have no end', () => {
  const end = (version: number, currentRound: number, roundStatus: string, thru = 'F') => {
    const golfersScores = players.map((player) => buildGolferOf(player, { relativeScore: -version, thru }))
    return toBoard(buildField({ currentRound, golfersScores, event: buildEvent({ roundStatus }) }), version)
  }
  const boards = [
    end(1, 1, 'Round 1 - In Progress'),
    end(2, 1, 'Round 1 - Play Complete'),
    end(3, 1, 'Round 1 - Play Complete'),
    end(4, 2, 'Round 2 - In Progress'),
    end(7, 4, 'Round 4 - In Progress'),
    end(8, 4, 'Round 4 - Play Complete'),
    end(9, 5, 'Playoff - Play Complete'),
  ]
  const replay = createReplay(boards.map((board, index) => toRecord(boards[index - 1] ?? null, board)))
  const versions = (until?: number) => [...listRoundEnds(replay, until)].map(([round, { version }]) => [round, version])
  expect(versions()).toEqual([
    [1, 3],
    [4, 9],
  ])
  expect([versions(7), versions(2), createRecap(poolOf(own), listRoundEnds(replay), 2)]).toEqual([
    [[1, 3]],
    [[1, 2]],
    null,
  ])
  // What changed in a round follows from its own end.
  expect(createRecap(poolOf(own), listRoundEnds(replay), 4)?.lines).toHaveLength(2)
})

test('a play-off of an event of three rounds is in the third, which is the last', () => {
  const end = (version: number, currentRound: number, roundStatus: string) => {
    const golfersScores = players.map((player) => buildGolferOf(player, { relativeScore: -version, thru: 'F' }))
    return toBoard(buildField({ currentRound, golfersScores, event: buildEvent({ roundStatus, rounds: 3 }) }), version)
  }
  const boards = [
    end(1, 1, 'Round 1 - Play Complete'),
    end(2, 2, 'Round 2 - Play Complete'),
    end(3, 3, 'Round 3 - Play Complete'),
    end(4, 4, 'Playoff - Play Complete'),
  ]
  const ends = listRoundEnds(createReplay(boards.map((board, index) => toRecord(boards[index - 1] ?? null, board))))
  expect([...ends].map(([round, { version }]) => [round, version])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
  ])
  expect([1, 2, 3].map((round) => createRecap(poolOf(own), ends, round)?.isLast)).toEqual([false, false, true])
})

test.each([
  [2, false],
  // The ceremony has the movement of the last round.
  [4, true],
])('after corrections in the middle of round %i, the recap has the movement of the board', (round, completed) => {
  const pool = poolOf(own, other)
  const scores = [
    [-5, -3, 2, 0],
    [-6, -3, 1, 2],
    [-6, -4, 1, 1],
    [-7, -6, 4, 0],
  ].slice(0, round)
  const ends = endsOf(...scores)
  const source = ends.get(round)
  if (!source) throw new Error('unreachable')
  const about = { status: null, reason: 'Wrong card', by: 'Olive', at: '2026-06-05T18:00:00.000Z' }
  const corrections = [
    // A round that was over when this one began.
    { ...about, espnId: players[1]?.espnId ?? '', rounds: [74, null, null, null], toParDifference: null },
    { ...about, espnId: players[2]?.espnId ?? '', rounds: [null, null, null, null], toParDifference: -5 },
  ]
  const event = { ...source.event, completed }
  const corrected = applyCorrections({ ...source, event }, corrections)
  const board: Board = { ...source, event, golfersScores: [...corrected.golfersScores] }
  const recap = createRecap(pool, new Map(ends).set(round, board), round)
  const now = scorePool(pool, board)
  const before = toEarlierStandings(now, toRoundStartText(now.golfers, board))
  const moves = new Set<number>()
  for (const [index, { name }] of pool.entries.entries()) {
    for (const line of recap?.ownLines(index) ?? []) {
      const [, number, still, up] = /^Entry (\d) is (still )?\S+ at .*?(?:(Up|Down) \d+ to|$)/.exec(line) ?? []
      if (number === undefined) continue
      const row = rowsOfEntry(pool, index)[Number(number) - 1] ?? 0
      const gained = placesGained(before, now, row) ?? 0
      const told = Number(/(?:Up|Down) (\d+) to/.exec(line)?.[1] ?? 0) * (up === 'Down' ? -1 : 1)
      expect([name, number, told], line).toEqual([name, number, gained])
      expect(still !== undefined).toBe(gained === 0)
      moves.add(gained)
    }
  }
  expect(moves.size).toBeGreaterThan(1)
})

/** A pool and the boards after two rounds. */
const cases = fc
  .tuple(poolCases, poolCases)
  .filter(([a, b]) => a.tournament.players.length === b.tournament.players.length)

test('every figure is that of standings that are computed from the rules, word by word', () => {
  fc.assert(
    fc.property(cases, ([{ tournament, field: any }, { field: after }]) => {
      const pool = createPool(tournament)
      const pairs = after.golfersScores.map((golfer) => toRounds(golfer, any))
      const field = { ...any, golfersScores: pairs.map(([before]) => before) }
      const next = { ...after, currentRound: 2, golfersScores: pairs.map(([, now]) => now) }
      const recap = createRecap(pool, new Map([[2, toBoard(next, 2)]]), 2)
      const [before, now] = [rank(tournament, field), rank(tournament, next)]
      const text = recap?.lines.join('\n') ?? ''
      const placed = now.filter(({ relativeScore }) => relativeScore !== null)
      const lead = placed[0]?.relativeScore
      const second = placed.find(({ relativeScore }) => relativeScore !== lead)?.relativeScore
      if (lead != null) expect(text).toMatch(new RegExp(`^.* at ${toParText(lead).replace('+', '\\+')}`))
      expect(/, (\d+) ahead of /.exec(text)?.[1]).toBe(
        second == null || lead == null ? undefined : String(second - lead),
      )

      const gains = placed.flatMap((line) => {
        const from = placeOf(before.find((other) => isSame(other, line)))
        return from === null ? [] : from - (placeOf(line) ?? 0)
      })
      const least = Math.max(2, placed.length / 20)
      expectMove(/Biggest climb: .*, up (\d+) places/, Math.max(0, ...gains))
      expectMove(/Biggest fall: .*, down (\d+) places/, Math.max(0, ...gains.map((gain) => -gain)))

      const rounds = placed.map((line) =>
        scoreOfRound(
          listNaiveRows(tournament).find((row) => isRow(row, line)),
          line,
        ),
      )
      const best = rounds.length === 0 ? undefined : toParText(Math.min(...rounds))
      expect(/Best round: .*? at (\S+?)(?: |\.$)/m.exec(text)?.[1]).toBe(best)
      expect(/still in: (\d+) of/.exec(text)?.[1] ?? String(placed.length)).toBe(String(placed.length))

      for (const [index, entry] of pool.entries.entries()) {
        const lines = recap?.ownLines(index) ?? []
        const [, name, number, from, to] =
          /root for (.*): one stroke better takes entry (\d) from (\S+) to (\S+)\.$/.exec(lines.at(-1) ?? '') ?? []
        if (name === undefined) continue
        const better = next.golfersScores.map((golfer) => (golfer.fullName === name ? withStroke(golfer) : golfer))
        const after = rank(tournament, { ...next, golfersScores: better })
        const find = (lines: NaiveStanding[]) =>
          lines.find(({ entryId, displayName }) => entryId === entry.id && displayName.endsWith(` ${number}`))?.position
        expect([find(now), find(after)]).toEqual([from, to].map((place) => place?.replace(/(st|nd|rd|th)$/, '')))
      }

      function expectMove(pattern: RegExp, most: number) {
        expect(pattern.exec(text)?.[1]).toBe(most < least ? undefined : String(most))
      }
      function scoreOfRound(row: NaiveRow | undefined, line: NaiveStanding): number {
        const counted = row?.players.filter(({ id }) => id !== line.droppedPlayerId) ?? []
        const scoreIn = ({ golfersScores }: Field, espnId: string) =>
          golfersScores.find((golfer) => golfer.espnId === espnId)?.relativeScore ?? 0
        return counted.reduce((sum, { espnId }) => sum + scoreIn(next, espnId) - scoreIn(field, espnId), 0)
      }
    }),
  )
})

/** A golfer after round 1, and after round 2. Who was out then, or has no score of then, was out before it. */
function toRounds(golfer: Golfer, { golfersScores }: Field): [before: Golfer, now: Golfer] {
  const known = golfersScores.find(({ espnId }) => espnId === golfer.espnId)
  const scores = { round1Score: '70', round2Score: '70', total: 140 + golfer.relativeScore }
  if (!known || known.isDNF) {
    const out = { ...golfer, ...scores, isDNF: true, position: 'WD', round1Score: '31', round2Score: '--' }
    return [out, { ...out, currentRoundScore: '--' }]
  }
  const today = toParText(golfer.relativeScore - known.relativeScore)
  return [known, { ...golfer, ...scores, currentRoundScore: today }]
}

const rank = (tournament: TournamentWithEntries, field: Field) => rankNaively(listNaiveRows(tournament), field)
const isSame = (a: NaiveStanding, b: NaiveStanding) => a.entryId === b.entryId && a.displayName === b.displayName
const isRow = ({ entry, entryNumber }: NaiveRow, line: NaiveStanding) =>
  entry.id === line.entryId && line.displayName.endsWith(` ${entryNumber}`)
const placeOf = (line: NaiveStanding | undefined) =>
  line === undefined || line.relativeScore === null ? null : Number(line.position.replace('T', ''))
const withStroke = (golfer: Golfer) => ({ ...golfer, relativeScore: golfer.relativeScore - 1, total: golfer.total - 1 })
