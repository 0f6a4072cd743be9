import { fileURLToPath } from 'node:url'

/**
 * The folder of the product, with a slash at its end. Two folders above this file, and above the built programs in
 * `dist/server`: that is why this file stays beside `main.ts`.
 */
export const rootFolder = fileURLToPath(new URL('../../', import.meta.url))
