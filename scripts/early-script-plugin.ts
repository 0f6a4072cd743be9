import { join } from 'node:path'
import type { Plugin } from 'vite'

const moduleScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * Puts a separate small script first into the page's head, to run before the first paint. It is a file with a hashed
 * name, because the page's content security policy forbids inline script. `file` is relative to the app's root and
 * must import nothing: it runs as a classic script. `chunks` are modules that it may preload: it finds the addresses of
 * their chunks in its element's data attributes of these names. It also starts the app: the built page only preloads its
 * modules, and the address of the main one is in the attribute `data-main`.
 */
export function earlyScriptPlugin(file: string, chunks: Readonly<Record<string, string>> = {}): Plugin {
  let root = ''
  let module = ''
  return {
    name: 'player-pool:early-script',
    configResolved: (config) => {
      root = config.root
      module = join(root, file)
    },
    buildStart() {
      if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: module, name: 'early' })
    },
    // Top-level names of a classic script would be global.
    renderChunk: (code, { facadeModuleId }) => (facadeModuleId === module ? `(()=>{${code}})()` : null),
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const built = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const addressOf = (id: string) => built.find(({ facadeModuleId }) => facadeModuleId === id)?.fileName
        const attrs: Record<string, string> = { src: `/${addressOf(module) ?? file}` }
        for (const [name, path] of Object.entries(chunks)) {
          const address = addressOf(join(root, path))
          if (address !== undefined) attrs[`data-${name}`] = `/${address}`
        }
        const tags = [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
        if (bundle === undefined) return tags
        // The main script follows the modules that it imports.
        const main = [...html.matchAll(moduleScript)].at(-1)?.[1]
        if (main === undefined) throw new Error('The page has no main script.')
        attrs['data-main'] = main
        return { html: html.replace(moduleScript, '<link rel="modulepreload" crossorigin href="$1">'), tags }
      },
    },
  }
}
