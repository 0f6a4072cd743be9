/**
 * `npm run backtest -- FOLDER`: forecasts the past tournaments of a folder again, after each round, and compares the
 * chances with what happened (docs/forecast.md). Prints one table and writes the same to dist/backtest.json.
 *
 *   --simulations N   for each tournament and round, instead of 4,000
 *   --write           also writes the reliability table that the pool shows, src/domain/forecast/track-record.ts
 *
 * The constants of each tournament's forecast are chosen from the others; the table below is that of the constants that
 * the pool uses. If FEED_CAPTURES names recorded bodies of the feed, those of one event are forecast again too.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type ForecastConstants, forecastConstants } from '#domain/forecast/constants.ts'
import { type Prediction, predictAfter } from '#domain/forecast/hindsight.ts'
import { chooseConstants } from './backtest/choose-constants.ts'
import { type PastTournament, readTournaments } from './backtest/read-tournament.ts'
import { scoreRecordedMoments } from './backtest/recorded-moments.ts'
import { formatConstants, formatMoments, formatScores } from './backtest/report.ts'
import { rateTournaments, scorePredictions } from './backtest/score-predictions.ts'
import { toTrackRecord } from './backtest/track-record-file.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { simulations: { type: 'string', default: '4000' }, write: { type: 'boolean', default: false } },
})
const [folder] = positionals
/** Further simulations as worlds in which the forecast is perfect: what would a perfect one show? */
const imagined = 200
const simulations = Number(values.simulations)
if (folder === undefined || !(simulations > 0 && simulations <= 60_000)) {
  console.error('npm run backtest -- FOLDER [--simulations N] [--write]')
  process.exit(2)
}

try {
  report(readTournaments(folder))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function report(tournaments: readonly PastTournament[]): void {
  const chosen = tournaments.map((tournament) => ({
    tournament: tournament.name,
    constants: chooseWithout(tournaments, tournament),
  }))
  const leftOut = scorePredictions(
    rateTournaments(tournaments.map((each, index) => predict(each, index, chosen[index]?.constants))),
  )
  const shipped = scorePredictions(rateTournaments(tournaments.map((each, index) => predict(each, index))))
  const fitted = chooseConstants(tournaments.map(({ event }) => event))
  console.log(`${tournaments.length} tournaments, ${simulations} simulations for each of their rounds\n`)
  console.log(
    `Constants chosen from the other tournaments\n\n${formatConstants(chosen, fitted)}\n\n${formatScores(leftOut)}`,
  )
  console.log(`\nThe pool's own constants\n\n${formatScores(shipped)}`)
  const moments = scoreRecordedMoments(process.env['FEED_CAPTURES'], simulations)
  if (moments.length > 0) console.log(`\nIn the middle of rounds, golfers of equal rank\n\n${formatMoments(moments)}`)
  mkdirSync('dist', { recursive: true })
  const content = {
    tournaments: tournaments.map(({ name }) => name),
    simulations,
    chosen,
    fitted,
    leftOut,
    shipped,
    moments,
  }
  writeFileSync('dist/backtest.json', `${JSON.stringify(content, null, 2)}\n`)
  if (values.write) writeFileSync('src/domain/forecast/track-record.ts', toTrackRecord(leftOut, tournaments.length))
}

/** The constants that the other tournaments suggest; the pool's own if there are no others. */
function chooseWithout(tournaments: readonly PastTournament[], left: PastTournament): ForecastConstants {
  const others = tournaments.filter((tournament) => tournament !== left).map(({ event }) => event)
  return others.length === 0 ? forecastConstants : chooseConstants(others)
}

function predict({ event, picks }: PastTournament, seed: number, constants = forecastConstants): Prediction[] {
  const rounds = Array.from({ length: event.rounds - 1 }, (_, index) => index + 1)
  return rounds.flatMap((round) =>
    predictAfter(event, picks, round, { seed: seed * 8 + round, simulations, imagined, constants }),
  )
}
