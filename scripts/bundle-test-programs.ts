/**
 * Bundles each script that tests start as a process into one file below a folder, at its path in the repository. Loading
 * 1,400 modules takes more than half of the CPU time that a server needs to start, and the tests start about fifty.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const [folder = ''] = process.argv.slice(2)

/** The scripts that `test/support/server-process.ts` starts. */
const scripts = ['src/server/main.ts', 'scripts/admin.ts', 'scripts/check-audit.ts', 'demo/main.ts']
/** Packages with native code. */
const external = ['better-sqlite3', '@node-rs/argon2', 'pg-native']

/** Files next to a module, such as its style sheet, are found from the bundle too. */
const originalUrls: Plugin = {
  name: 'original-urls',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.ts') || id.includes('node_modules')) return null
    const code = readFileSync(id, 'utf8')
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

await build({
  configFile: false,
  logLevel: 'error',
  plugins: [originalUrls],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'esnext',
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(scripts.map((script) => [script, resolve(script)])),
      output: { entryFileNames: '[name].mjs' },
    },
  },
})
