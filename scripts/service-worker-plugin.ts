import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Options = {
  /** Relative to the app's root. */
  worker: string
  /** The worker that removes itself, served with SERVICE_WORKER=off. */
  selfDestroying: string
  /** Paths that the worker must not handle. */
  serverPaths: readonly string[]
}

/**
 * Builds the service worker as `sw.js` and the self-destroying worker as `sw-unregister.js`; these names never change.
 * Prepends constants to the worker: the files to cache (every hashed file of the build, and the page under a hashed name, so
 * that both are of one build even during a rolling update) and the paths that it must not handle.
 */
export function serviceWorkerPlugin({ worker, selfDestroying, serverPaths }: Options): Plugin {
  const modules = { worker: '', selfDestroying: '' }
  return {
    name: 'player-pool:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root }) => {
      modules.worker = join(root, worker)
      modules.selfDestroying = join(root, selfDestroying)
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: modules.worker, fileName: 'sw.js' })
      this.emitFile({ type: 'chunk', id: modules.selfDestroying, fileName: 'sw-unregister.js' })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html']
        const script = bundle['sw.js']
        if (html?.type !== 'asset' || script?.type !== 'chunk') throw new Error('The build has no index.html.')
        const page = `/assets/shell-${digest(html.source)}.html`
        this.emitFile({ type: 'asset', fileName: page.slice(1), source: html.source })
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && !name.endsWith('.map'))
          .map((name) => `/${name}`)
          .sort()
        const shell = { version: digest([page, ...files].join()), page, files, serverPaths }
        script.code = `const shell=${JSON.stringify(shell)};${script.code}`
      },
    },
  }
}

function digest(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
