/**
 * `npm run build`: the browser app (dist/web) and the programs that run on Node (dist/server), both by Vite's bundler. The
 * programs contain the packages that they use, apart from those with native code. Source maps make stack traces show the
 * lines of the sources.
 */
import { build, type Plugin } from 'vite'
import { nativePackages } from './native-packages.ts'

const programs = {
  main: 'src/server/main.ts',
  admin: 'scripts/admin.ts',
  health: 'scripts/health.ts',
  verify: 'scripts/verify.ts',
  demo: 'demo/main.ts',
}

/** Node reads all maps at the start, and those of the packages take 20 MB of memory. */
const packagesWithoutMaps: Plugin = {
  name: 'packages-without-maps',
  generateBundle(_, bundle) {
    for (const file of Object.keys(bundle)) if (/^packages.*\.map$/.test(file)) delete bundle[file]
  },
}

await Promise.all([build({ logLevel: 'warn' }), buildPrograms()])

async function buildPrograms(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [packagesWithoutMaps],
    // `pg` looks for pg-native, and works without it.
    ssr: { noExternal: true, external: [...nativePackages, 'pg-native'] },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: 'dist/server',
      sourcemap: true,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: programs,
        checks: { bundlerTimings: false, eval: false },
        // In one folder: modules find other files by a path that starts there.
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name].mjs',
          sourcemapExcludeSources: true,
          codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
        },
      },
    },
  })
}
