import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { type PastTournament, parseTournament } from './read-tournament.ts'

/**
 * Resolves a path from the command line, relative to the folder in which the command was called (`INIT_CWD`), or to the
 * repository, where npm runs it.
 */
export function findFolder(path: string, givenIn: string | undefined): string {
  if (isAbsolute(path) || givenIn === undefined) return resolve(path)
  const fromThere = resolve(givenIn, path)
  return statSync(fromThere, { throwIfNoEntry: false }) === undefined ? resolve(path) : fromThere
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
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${basename(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return parseTournament(basename(path), text)
}
