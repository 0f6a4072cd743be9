import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of the running program. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
