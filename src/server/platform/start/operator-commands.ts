import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rootFolder } from '#server/root-folder.ts'

/** A release has a program for all commands, next to `dist`; in a clone, they are npm scripts. */
const program = join(rootFolder, 'player-pool')
const isRelease = existsSync(program)

const typed = isRelease ? toTypedProgram(program, process.cwd()) : undefined

/** The program as it is typed in `folder`: from there if it is below, otherwise by its whole path. */
export function toTypedProgram(program: string, folder: string): string {
  const fromFolder = relative(folder, program)
  return fromFolder.startsWith('..') ? program : fromFolder
}

/** How an operator starts the server and the other commands here, for messages that name them. */
export const startCommand = typed ?? 'npm start'
export const adminCommand = typed ? `${typed} admin` : 'npm run admin --'
export const verifyCommand = typed ? `${typed} verify` : 'npm run verify --'
/** For pages that anyone can open: nothing about the machine. */
export const adminCommandOnPages = isRelease ? 'player-pool admin' : adminCommand
/** npm prints what it runs, which would be in the file. */
export const toFileHint = isRelease ? '' : ' (use npm run --silent)'
