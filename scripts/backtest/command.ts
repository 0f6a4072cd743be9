import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findFolder, readTournaments } from './read-folder.ts'
import { toReport, toTrackRecord } from './report.ts'
import { runBacktest } from './run-backtest.ts'

const trackRecordFile = new URL('../../src/domain/forecast/track-record.ts', import.meta.url)
const simulations = 20_000
/** Further simulations used as outcomes, to estimate the figures of a perfect forecast. */
const imagined = 200

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
  const tournaments = readTournaments(findFolder(folder, givenIn))
  for (const warning of tournaments.flatMap(({ warnings }) => warnings)) complain(warning)
  const backtest = runBacktest(tournaments, { simulations, imagined })
  print(toReport(backtest))
  if (values.write) writeFileSync(trackRecordFile, toTrackRecord(backtest))
}
