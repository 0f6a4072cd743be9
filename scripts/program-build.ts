import type { InlineConfig, Plugin } from 'vite'
import { nativePackages } from './native-packages.ts'

/** Node reads all maps at the start, and those of the packages take 20 MB of memory. */
const packagesWithoutMaps: Plugin = {
  name: 'packages-without-maps',
  generateBundle(_, bundle) {
    for (const file of Object.keys(bundle)) if (/^packages.*\.map$/.test(file)) delete bundle[file]
  },
}

/** How the programs that run on Node are built: with the packages that they use, apart from those with native code. */
export function toProgramBuild(input: Readonly<Record<string, string>>, outDir: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    plugins: [packagesWithoutMaps],
    // `pg` looks for pg-native, and works without it.
    ssr: { noExternal: true, external: [...nativePackages, 'pg-native'] },
    build: {
      ssr: true,
      target: 'esnext',
      outDir,
      sourcemap: true,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { ...input },
        checks: { bundlerTimings: false, eval: false },
        // The bundler does not see that a call of `decodeURIComponent` or `JSON.parse` may throw: without these two lines
        // it drops one whose result is unused, and a check that consists of it always passes.
        treeshake: false,
        output: {
          minify: false,
          // In one folder: modules find other files by a path that starts there.
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name].mjs',
          sourcemapExcludeSources: true,
          codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
        },
      },
    },
  }
}
