/**
 * `npm run build`: the browser app (dist/web) and the programs that run on Node (dist/server), both by Vite's bundler.
 * Source maps make stack traces show the lines of the sources.
 */
import { build } from 'vite'
import { toProgramBuild } from './program-build.ts'

const programs = {
  main: 'src/server/main.ts',
  admin: 'scripts/admin.ts',
  health: 'scripts/health.ts',
  verify: 'scripts/verify.ts',
  demo: 'demo/main.ts',
  harness: 'demo/harness.ts',
}

// Vite would take another one from the environment, such as that of the tests, and build React for development.
process.env['NODE_ENV'] = 'production'
await Promise.all([build({ logLevel: 'warn' }), build(toProgramBuild(programs, 'dist/server'))])
