import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * Minifies the named chunks with terser, which makes code of many small functions smaller than the bundler's minifier does,
 * but takes seconds longer.
 */
export function terserPlugin(chunks: readonly string[]): Plugin {
  return {
    name: 'player-pool:terser',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler: async (code, { name }) => {
        if (!chunks.includes(name)) return null
        return { code: (await minify(code, { module: true, ecma: 2020, compress: { passes: 4 } })).code ?? code }
      },
    },
  }
}
