import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * Minifies the chunks of these names with terser, which finds more than the bundler's own minifier in code of many small
 * functions, but takes seconds for what that does at once.
 */
export function terserPlugin(chunks: readonly string[]): Plugin {
  return {
    name: 'player-pool:terser',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler: async (code, { name }) => {
        if (!chunks.includes(name)) return null
        return { code: (await minify(code, { module: true, ecma: 2020, compress: { passes: 2 } })).code ?? code }
      },
    },
  }
}
