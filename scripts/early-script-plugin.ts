import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts a separate small script first into the page's head, to run before the first paint. It is a file with a hashed
 * name, because the page's content security policy forbids inline script. `file` is relative to the app's root and
 * must import nothing: it runs as a classic script.
 */
export function earlyScriptPlugin(file: string): Plugin {
  let module = ''
  return {
    name: 'player-pool:early-script',
    configResolved: ({ root }) => {
      module = join(root, file)
    },
    buildStart() {
      if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: module, name: 'early' })
    },
    // Top-level names of a classic script would be global.
    renderChunk: (code, { facadeModuleId }) => (facadeModuleId === module ? `(()=>{${code}})()` : null),
    transformIndexHtml: (_html, { bundle }) => {
      const built = Object.values(bundle ?? {}).find(
        (chunk) => 'facadeModuleId' in chunk && chunk.facadeModuleId === module,
      )
      return [{ tag: 'script', attrs: { src: `/${built?.fileName ?? file}` }, injectTo: 'head-prepend' }]
    },
  }
}
