import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '#server/root-folder.ts'

/** A release has a program for all commands, next to `dist`; in a clone, they are npm scripts. */
const isRelease = existsSync(join(rootFolder, 'player-pool'))

/** How an operator starts the server and the other commands here, for messages that name them. */
export const startCommand = isRelease ? 'player-pool' : 'npm start'
export const adminCommand = isRelease ? 'player-pool admin' : 'npm run admin --'
export const verifyCommand = isRelease ? 'player-pool verify' : 'npm run verify --'
