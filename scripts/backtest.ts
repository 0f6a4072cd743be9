/**
 * `npm run backtest -- FOLDER`: forecasts the past tournaments of a folder again, after each round, and compares the
 * chances with what happened (docs/forecast.md). `--write` also writes the reliability tables that the pool shows,
 * src/domain/forecast/track-record.ts.
 */
import { runCommand } from './backtest/command.ts'

process.exitCode = runCommand(process.argv.slice(2), {
  // npm runs this in the repository root, not in the folder in which it was called.
  givenIn: process.env['INIT_CWD'],
  print: console.log,
  complain: console.error,
})
