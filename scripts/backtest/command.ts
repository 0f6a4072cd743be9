import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type PastTournament, parseTournament } from './read-tournament.ts'
import { toReport, toTrackRecord } from './report.ts'
import { runBacktest } from './run-backtest.ts'

const trackRecordFile = new URL('../../src/domain/forecast/track-record.ts', import.meta.url)
const simulations = 20_000

/** The command's environment and output. */
export type CommandContext = {
  /** The folder in which the command was called; the working directory of the process if unknown. */
  readonly givenIn: string | undefined
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

function run(args: string[], { givenIn, print, complain }: CommandContext): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new Error('npm run backtest -- FOLDER [--write]')
  const tournaments = readTournaments(resolve(givenIn ?? '', folder))
  for (const warning of tournaments.flatMap(({ warnings }) => warnings)) complain(warning)
  const backtest = runBacktest(tournaments, simulations)
  print(toReport(backtest))
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
