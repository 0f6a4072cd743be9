/**
 * `npm run backtest -- FOLDER`: forecasts the past tournaments of a folder again, after each round, and compares the
 * chances with what happened (docs/forecast.md). Prints one table and writes the same to dist/backtest.json, and all
 * predictions to dist/backtest-predictions.csv, from which every figure can be computed again.
 *
 *   --simulations N   for each tournament and round, instead of 20,000
 *   --out FOLDER      where the files are written, instead of dist
 *   --write           also writes the reliability table that the pool shows, src/domain/forecast/track-record.ts, and
 *                     the tables of docs/forecast.md
 *   --synthetic N     instead of a folder: N tournaments played as the model says, as a check of the forecast itself
 *
 * The constants of each tournament's forecast are chosen from the others. If FEED_CAPTURES names recorded bodies of the
 * feed, those of one event are forecast again too.
 */
import { runCommand } from './backtest/command.ts'

process.exitCode = runCommand(process.argv.slice(2), {
  // npm runs this in the repository root, not in the folder in which it was called.
  givenIn: process.env['INIT_CWD'],
  captures: process.env['FEED_CAPTURES'],
  print: console.log,
  complain: console.error,
})
