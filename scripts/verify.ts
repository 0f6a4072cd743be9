/**
 * Verifies the bundle of a tournament: that its entries are those of the start, and that the places follow from the scores.
 * It needs only the file: no network, no database and no account.
 *
 *   npm run verify -- FILE [--seal "WORDS"]
 *
 * Exit code 0: all was verified; 1: something is wrong, or could not be verified; 2: the file cannot be verified.
 */
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { toPrintable } from '#domain/text/printable.ts'
import { verifyCommand } from '#server/platform/start/operator-commands.ts'
import { BundleError } from '#server/proof/verification/bundle-reading.ts'
import { verifyBundle } from '#server/proof/verification/bundle-verification.ts'

const maxShownLines = 100
const maxLineLength = 500

/** A pool of 100,000 entries has two thirds of it. */
const maxMegabytes = 64

/** Reads a regular file only, because a device or a pipe may never end. */
function readRegularFile(path: string): Uint8Array {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new BundleError('There is no such file.')
  const megabytes = Math.ceil(stats.size / 2 ** 20)
  if (megabytes > maxMegabytes)
    throw new BundleError(`It has ${megabytes} MB, and a bundle has at most ${maxMegabytes} MB.`)
  return readFileSync(path)
}

/** All that is printed: names come from a file that anybody can have made. */
function print(text: string): void {
  const line = toPrintable(text)
  console.log(line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line)
}

function printList(label: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, maxShownLines)) print(`${label}  ${line}`)
  if (lines.length > maxShownLines) print(`${label}  … and ${lines.length - maxShownLines} more.`)
}

const usage = `Usage: ${verifyCommand} FILE [--seal "WORDS"]`
const help = `${usage}

Verifies the bundle of a tournament: that its entries are those of the start, and that the places follow from the scores.
It needs only the file: no network, no database and no account.
--seal compares the bundle with the words of the seal that you noted at the start.
The exit code is 0 if all was verified, 1 if something is wrong or could not be verified, and 2 if FILE is no bundle.`

/** Undefined if the help is asked for. */
function readArguments(args: string[]): { path: string; words: string | undefined } | undefined {
  try {
    const options = { seal: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [path, ...more] = positionals
    if (values.help) return undefined
    if (path !== undefined && more.length === 0) return { path, words: values.seal }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new BundleError(usage)
}

function main(args: string[]): number {
  const read = readArguments(args)
  if (!read) {
    console.log(help)
    return 0
  }
  return verify(read)
}

function verify({ path, words }: { path: string; words: string | undefined }): number {
  const { bundle, compared, problems, unverified, notes } = verifyBundle(readRegularFile(path), words)
  const { tournament, seal, entries } = bundle
  print(`${tournament.name}, ${tournament.start}: ${entries.length} entries.`)
  if (seal) {
    print(`Seal: ${toSealWords(seal.root)}`)
    print(`      ${seal.root}`)
    if (words === undefined)
      print(
        'Compare it with the seal that you kept from the start, or give its words as --seal: this file alone cannot show that it is the same.',
      )
  }
  for (const what of compared) print(`Compared: ${what}.`)
  printList('NOTE', notes)
  printList('NOT VERIFIED', unverified)
  printList('WRONG', problems)
  print(toLastLine(problems.length, unverified.length, words !== undefined))
  return problems.length + unverified.length === 0 ? 0 : 1
}

function toLastLine(wrong: number, unverified: number, isSealCompared: boolean): string {
  if (wrong > 0) return `Problems found: ${wrong}.`
  if (unverified > 0) return `Not verified: ${unverified}.`
  return isSealCompared ? 'No problems found, and the seal is the one that you noted.' : 'No problems found.'
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof BundleError)) throw error
  console.error(toPrintable(error.message))
  process.exitCode = 2
}
