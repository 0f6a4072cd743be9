import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Files = {
  /** The worker, beside the app's root. */
  worker: string
  /** What is served in its place when it is withdrawn. */
  withdrawn: string
}

/**
 * Builds the service worker as `sw.js`, and its withdrawal as `sw-unregister.js`, under names that never change. In
 * front of the worker stands what it keeps: every hashed file of the build, and the page under a hashed name of its
 * own, so that page and files are always of one build, whichever process of a rolling update answers.
 */
export function serviceWorkerPlugin({ worker, withdrawn }: Files): Plugin {
  const modules = { worker: '', withdrawn: '' }
  return {
    name: 'player-pool:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root }) => {
      modules.worker = join(root, worker)
      modules.withdrawn = join(root, withdrawn)
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: modules.worker, fileName: 'sw.js' })
      this.emitFile({ type: 'chunk', id: modules.withdrawn, fileName: 'sw-unregister.js' })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html']
        const script = bundle['sw.js']
        if (html?.type !== 'asset' || script?.type !== 'chunk')
          throw new Error('The build has no index.html.')
        const page = `/assets/shell-${digest(html.source)}.html`
        this.emitFile({ type: 'asset', fileName: page.slice(1), source: html.source })
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && !name.endsWith('.map'))
          .map((name) => `/${name}`)
          .sort()
        const shell = { version: digest([page, ...files].join()), page, files }
        script.code = `const shell=${JSON.stringify(shell)};${script.code}`
      },
    },
  }
}

function digest(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
