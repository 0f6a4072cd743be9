import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyScriptPlugin } from './scripts/early-script-plugin.ts'
import { fontPlugin } from './scripts/font-plugin.ts'
import { precompressPlugin } from './scripts/precompress-plugin.ts'
import { serviceWorkerPlugin } from './scripts/service-worker-plugin.ts'
import { signInCallbackPath, signOutCallbackPath } from './src/contract/identity-paths.ts'
import { dataPrefixes, identityPrefixes } from './src/contract/paths.ts'

const root = fileURLToPath(new URL('src/web', import.meta.url))
const serverOrigin = 'http://localhost:8080'
const serverPaths = [...dataPrefixes, ...identityPrefixes]

export default defineConfig({
  root,
  publicDir: 'public',
  plugins: [
    react(),
    fontPlugin(`${root}/fonts`),
    earlyScriptPlugin('app/early.ts'),
    serviceWorkerPlugin({
      worker: 'service-worker/service-worker.ts',
      selfDestroying: 'service-worker/self-destroying-worker.ts',
      // The provider sends the browser back to the callbacks: only the server's own page may answer there.
      serverPaths: [...serverPaths, signInCallbackPath, signOutCallbackPath],
    }),
    precompressPlugin(),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      // How long each plug-in took is noise to an operator.
      checks: { bundlerTimings: false },
      input: { main: `${root}/index.html` },
      output: {
        codeSplitting: {
          // What every page loads is in two chunks. By default there would be one for each set of screens that share a
          // module: thirty files before the first paint. Packages stay in the browser's cache when only our code changes.
          groups: [
            { name: 'packages', test: /node_modules/, tags: ['$initial'] },
            // These scripts share nothing with the page.
            { name: 'main', test: (id) => !/\/web\/(app\/early\.ts|service-worker\/)/.test(id), tags: ['$initial'] },
          ],
        },
      },
    },
    // Fonts and pictures stay files: the page's policy allows no data: address for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The worker of the chances is a module, as the page's own scripts are.
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, serverOrigin])) },
})
