import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts a small script of its own first into the page's head, run before the first paint. It is a file with a hashed
 * name, because the page's content security policy forbids inline script. `file` is relative to the app's root and
 * must import nothing: it runs as a classic script.
 */
export function inlineScriptPlugin(file: string): Plugin {
  let module = ''
  return {
    name: 'player-pool:early-script',
    configResolved: ({ root }) => {
      module = join(root, file)
    },
    buildStart() {
      if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: module, name: 'early' })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const built = chunks.find((chunk) => chunk.facadeModuleId === module)
        const src = `/${built?.fileName ?? file}`
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
  }
}
