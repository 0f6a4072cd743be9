import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createSeasonScorer, rankSeason, type Season, type SeasonRow } from '#domain/season/season.ts'
import { type CsvCell, generateCsv } from '#server/platform/csv/csv-formatter.ts'

const peoplePerBatch = 100
const cellsPerBatch = 3000

/**
 * The standings of a season as CSV, in batches that do not block the event loop. Each tournament has a column for the place
 * and one for the points; results that do not count are marked (docs/rules.md, 12.5).
 */
export async function* generateSeasonCsv(season: Season): AsyncGenerator<string> {
  const { tournaments, people } = season
  const scorer = createSeasonScorer(season)
  const scored: NonNullable<ReturnType<typeof scorer.score>>[] = []
  for (const [index, person] of people.entries()) {
    const score = scorer.score(person)
    if (score) scored.push(score)
    if (index % peoplePerBatch === 0) await yieldToEventLoop()
  }
  const rows = rankSeason(scored)
  await yieldToEventLoop()
  const headings = tournaments.flatMap(({ name }) => [name, `Points: ${name}`])
  const header = ['Pos', 'Name', 'Points', 'Tournaments', ...headings]
  const rowsPerBatch = Math.ceil(cellsPerBatch / header.length)
  yield* generateCsv(header, rows, (row) => toCells(row, season, scorer.listResults), rowsPerBatch)
}

type ListResults = ReturnType<typeof createSeasonScorer>['listResults']

function toCells(row: SeasonRow, { tournaments }: Season, listResults: ListResults): CsvCell[] {
  const { person, place, isShared, points, played } = row
  const results = new Map(listResults(person).map((result) => [result.tournament, result]))
  const cells = tournaments.flatMap((_, index): CsvCell[] => {
    const result = results.get(index)
    if (!result) return [null, null]
    const earned = result.points / 100
    return [result.place === 0 ? { verbatim: '--' } : result.place, result.counts ? earned : `${earned} dropped`]
  })
  return [`${isShared ? 'T' : ''}${place}`, person.name, points / 100, played, ...cells]
}
