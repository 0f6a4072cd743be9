/**
 * `npm run backtest -- FOLDER`: forecasts the past tournaments of a folder again, after each round, and compares the
 * chances with what happened (docs/forecast.md). `--write` also writes the reliability tables that the pool shows,
 * src/domain/forecast/track-record.ts.
 */
import { runCommand } from './backtest/command.ts'

// npm runs this in the repository root, not in the folder in which it was called.
process.exitCode = runCommand(process.argv.slice(2), process.env['INIT_CWD'])
