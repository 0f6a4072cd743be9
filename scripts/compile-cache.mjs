// Enables Node's compile cache: the second start takes two thirds of the time and less memory, because no TypeScript has
// to be compiled again. A release contains the cache.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const directory = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
enableCompileCache({ directory, portable: true })
