import { type QueryExecutorProvider, sql } from 'kysely'

type Scores = { status: string | null; rounds: (number | null)[]; toPar: number | null }
type Row = Readonly<Record<`round${1 | 2 | 3 | 4}Score` | 'thru' | 'currentRoundScore' | 'espnId', string>> & {
  readonly relativeScore: number
  readonly total: number
  readonly correction?: { readonly fields: readonly string[]; readonly at: string } | null
}
type Board = { readonly golfersScores: readonly Row[]; readonly event: { readonly par: number } }
type Correction = {
  id: number
  espn_id: string
  made_at: string
  scores: string
  body: string | null
  extras: string | null
}

/**
 * A corrected score to par is from now on the difference to what the source and the corrected rounds give. For a correction in
 * force it follows from the last published leaderboard, so that this leaderboard stays as it is:
 *
 * - the golfer's row there has the correction: what it has more than the source's row, apart from the corrected rounds;
 * - the row is still the source's, because the correction is newer: the corrected score less the source's after these rounds;
 * - there is no row of the golfer: 0, because nothing was ever shown.
 *
 * Corrections that have ended keep the score to par that they had.
 */
export async function toParDifferences(trx: QueryExecutorProvider): Promise<void> {
  await sql`alter table score_corrections add column seen_to_par integer`.execute(trx)
  await sql`alter table score_corrections add column seen_holes integer`.execute(trx)
  const { rows } = await sql<Correction>`
    select score_corrections.id, espn_id, made_at, scores, body, extras from score_corrections
    left join leaderboards on leaderboards.tournament_id = score_corrections.tournament_id
    where ended_at is null`.execute(trx)
  for (const correction of rows) {
    const { toPar, ...scores } = JSON.parse(correction.scores) as Scores
    if (toPar === null) continue
    const { difference, seen } = findDifference(correction, { ...scores, toPar })
    const converted = JSON.stringify({ ...scores, toParDifference: difference })
    await sql`update score_corrections set scores = ${converted}, seen_to_par = ${seen?.toPar ?? null},
      seen_holes = ${seen?.holes ?? null} where id = ${correction.id}`.execute(trx)
  }
}

type Found = { difference: number; seen: { toPar: number; holes: number | null } | null }

function findDifference(
  { espn_id, made_at, body, extras }: Correction,
  { rounds, toPar }: Scores & { toPar: number },
): Found {
  const board = body === null ? null : (JSON.parse(body) as Board)
  const shown = board?.golfersScores.find(({ espnId }) => espnId === espn_id)
  if (!board || !shown) return { difference: 0, seen: null }
  const { uncorrected = [] } = JSON.parse(extras ?? '{}') as { uncorrected?: Row[] }
  const source = uncorrected.find(({ espnId }) => espnId === espn_id) ?? shown
  const isShown = shown.correction?.at === made_at && shown.correction.fields.includes('toPar')
  const expected = source.relativeScore + sum(findGains(source, rounds, board.event.par))
  const difference = isShown ? findShownDifference(source, shown, rounds) : toPar - expected
  return { difference, seen: { toPar: toPar - difference, holes: countHoles(source) || null } }
}

/** A correction of the score to par has changed the total by as much; a corrected round, by the difference of its strokes. */
function findShownDifference(source: Row, shown: Row, rounds: Scores['rounds']): number {
  if (rounds.every((strokes) => strokes === null)) return shown.relativeScore - source.relativeScore
  const [before, now] = [sum(listStrokes(source)), sum(listStrokes(shown))]
  const hasRounds = before > 0 || source.total === 0
  return shown.total - source.total - (hasRounds ? now - before : 0)
}

/** What corrected rounds change in the score to par. A source may have that alone, which then includes every round. */
function findGains(source: Row, rounds: Scores['rounds'], par: number): number[] {
  const known = listStrokes(source)
  const last = known.findLastIndex((strokes) => strokes > 0)
  if (last < 0 && source.total > 0) return []
  return rounds.map((strokes, index) => {
    const before = known[index] ?? 0
    if (strokes === null) return 0
    if (index === last && /^\d/.test(source.thru)) return strokes - par - (Number(source.currentRoundScore) || 0)
    return before > 0 ? strokes - before : strokes - par
  })
}

function countHoles(row: Row): number {
  const begun = listStrokes(row).filter((strokes) => strokes > 0).length
  return begun > 0 && /^\d/.test(row.thru) ? (begun - 1) * 18 + Number(row.thru) : begun * 18
}

function listStrokes({ round1Score, round2Score, round3Score, round4Score }: Row): number[] {
  return [round1Score, round2Score, round3Score, round4Score].map((text) => Number.parseInt(text, 10) || 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
