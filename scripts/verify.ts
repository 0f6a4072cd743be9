/**
 * Verifies the bundle of a tournament: that its entries are those of the start, and that the places follow from the scores.
 * It needs only the file: no network, no database and no account.
 *
 *   npm run verify -- FILE
 *
 * Exit code 0: no problems; 1: problems; 2: the file cannot be verified.
 */
import { readFileSync, statSync } from 'node:fs'
import { BundleError, verifyBundle } from '#server/bundle/bundle-verification.ts'
import { verifyCommand } from '#server/operator-commands.ts'

const maxShownProblems = 20

/** A pool of 100,000 entries has two thirds of it. */
const maxMegabytes = 64

/** Not of a device or a pipe, which may never end. */
function read(path: string): Uint8Array {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new BundleError('There is no such file.')
  const megabytes = Math.ceil(stats.size / 2 ** 20)
  if (megabytes > maxMegabytes)
    throw new BundleError(`It has ${megabytes} MB, and a bundle has at most ${maxMegabytes} MB.`)
  return readFileSync(path)
}

function main([path, ...more]: readonly string[]): number {
  if (path === undefined || more.length > 0) throw new BundleError(`Usage: ${verifyCommand} FILE`)
  const { bundle, problems } = verifyBundle(read(path))
  const { tournament, seal, entries, scores } = bundle
  console.log(`${tournament.name}, ${tournament.start}: ${entries.length} entries.`)
  console.log(
    seal
      ? `Seal: ${seal.words}\n      ${seal.root}\nCompare it with the seal that you kept from the start: this file alone cannot show that it is the same.`
      : 'There is no seal: the tournament had started before the pool had seals, or nobody had entered. Nothing shows that the entries are those of the start.',
  )
  if (!scores) console.log('There are no scores, and so no places.')
  for (const problem of problems.slice(0, maxShownProblems)) console.log(`WRONG  ${problem}`)
  if (problems.length > maxShownProblems) console.log(`WRONG  … and ${problems.length - maxShownProblems} more.`)
  console.log(problems.length === 0 ? 'No problems found.' : `Problems found: ${problems.length}.`)
  return problems.length === 0 ? 0 : 1
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof BundleError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
