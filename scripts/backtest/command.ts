import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { forecastConstants } from '#domain/forecast/constants.ts'
import { findFolder, readTournaments } from './read-folder.ts'
import type { PastTournament } from './read-tournament.ts'
import { scoreRecordedMoments } from './recorded-moments.ts'
import { toReport, writeTables } from './report.ts'
import { runBacktest } from './run-backtest.ts'
import { createSyntheticTournaments } from './synthetic-tournaments.ts'
import { toJson, toPredictionsCsv } from './to-json.ts'
import { toTrackRecord } from './track-record-file.ts'

const repository = resolve(import.meta.dirname, '../..')
const usage = 'npm run backtest -- FOLDER [--simulations N] [--out FOLDER] [--write]\nnpm run backtest -- --synthetic N'
/** Further simulations used as outcomes, to estimate the figures of a perfect forecast. */
const imagined = 200
/** The seed of the first synthetic tournament. */
const syntheticSeed = 1

/** The command's environment and output. */
export type CommandContext = {
  /** The folder in which the command was called; the working directory of the process if unknown. */
  readonly givenIn: string | undefined
  /** The folder of recorded feed responses. */
  readonly captures: string | undefined
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs `npm run backtest` with these arguments. Returns the exit code: 0, or 1 after an error message. */
export function runCommand(args: string[], context: CommandContext): 0 | 1 {
  try {
    run(args, context)
    return 0
  } catch (error) {
    context.complain(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function run(args: string[], context: CommandContext): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      simulations: { type: 'string', default: '20000' },
      out: { type: 'string' },
      write: { type: 'boolean', default: false },
      synthetic: { type: 'string' },
    },
  })
  const simulations = Number(values.simulations)
  if (!(simulations >= 1 && simulations <= 60_000)) throw new Error(usage)
  const tournaments = findTournaments(positionals, values.synthetic, context.givenIn)
  for (const warning of tournaments.flatMap(({ warnings }) => warnings)) context.complain(warning)
  const backtest = runBacktest(tournaments, { simulations: Math.round(simulations), imagined })
  const moments = scoreRecordedMoments(context.captures, simulations)
  context.print(toReport(backtest, moments))
  const out = values.out === undefined ? join(repository, 'dist') : resolve(context.givenIn ?? '.', values.out)
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'backtest.json'), `${JSON.stringify(toJson(backtest, moments), null, 2)}\n`)
  writeFileSync(join(out, 'backtest-predictions.csv'), toPredictionsCsv(backtest))
  if (!values.write) return
  writeFileSync(
    join(repository, 'src/domain/forecast/track-record.ts'),
    toTrackRecord(backtest.scores, tournaments.length),
  )
  const page = join(repository, 'docs/forecast.md')
  writeFileSync(page, writeTables(readFileSync(page, 'utf8'), backtest, moments))
}

function findTournaments(
  [folder, ...more]: string[],
  synthetic: string | undefined,
  givenIn: string | undefined,
): PastTournament[] {
  if (folder !== undefined && synthetic === undefined && more.length === 0)
    return readTournaments(findFolder(folder, givenIn))
  const count = Number(synthetic)
  if (folder !== undefined || !(count >= 1 && count <= 1000)) throw new Error(usage)
  return createSyntheticTournaments(Math.round(count), syntheticSeed, forecastConstants)
}
