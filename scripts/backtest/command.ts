import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type PastTournament, parseTournament } from './read-tournament.ts'
import { toReport, toTrackRecord } from './report.ts'
import { runBacktest } from './run-backtest.ts'

const trackRecordFile = new URL('../../src/domain/forecast/track-record.ts', import.meta.url)
const simulations = 20_000

/**
 * Runs `npm run backtest` with these arguments. `givenIn` is the folder in which it was called; undefined: the working
 * directory. Returns the exit code: 0, or 1 after an error message.
 */
export function runCommand(args: string[], givenIn: string | undefined): 0 | 1 {
  try {
    run(args, givenIn)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function run(args: string[], givenIn = ''): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new Error('npm run backtest -- FOLDER [--write]')
  const tournaments = readTournaments(resolve(givenIn, folder))
  for (const warning of tournaments.flatMap(({ warnings }) => warnings)) console.error(warning)
  const backtest = runBacktest(tournaments, simulations)
  console.log(toReport(backtest))
  if (values.write) writeFileSync(trackRecordFile, toTrackRecord(backtest))
}

/**
 * Reads every .json file of a folder, or one such file. Ignores all other files. Throws an error
 * that names the file and the field.
 */
export function readTournaments(folder: string): PastTournament[] {
  const status = statSync(folder, { throwIfNoEntry: false })
  if (status === undefined) throw new Error(`There is no folder ${folder}.`)
  if (status.isFile()) return [readTournament(folder)]
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.json$/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
  if (files.length === 0) throw new Error(`${folder} contains no .json file.`)
  return files.map((name) => readTournament(join(folder, name)))
}

function readTournament(path: string): PastTournament {
  return parseTournament(basename(path), readFileSync(path, 'utf8'))
}
