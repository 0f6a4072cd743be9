import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin, parseAst, type Rolldown } from 'vite'
import { expect, it } from 'vitest'

/**
 * The bundler does not see that `decodeURIComponent(path)` or `new URL(text)` may throw. From the browser's build it drops
 * such a statement, so none may stand only for its exception. The build of the programs drops nothing
 * (`scripts/program-build.ts`).
 */

/** The app, and what runs beside it. */
const scripts = ['app/main.tsx', 'app/early.ts', 'chances/chances-worker.ts', 'service-worker/service-worker.ts']

type Statement = { path: string; text: string }

/** The statements of our own modules that the bundler drops although it keeps what stands before and after them. */
async function findDropped(input: readonly string[], ...plugins: readonly Plugin[]) {
  const statements: Statement[] = []
  const result = await build({
    configFile: false,
    root: resolve('src/web'),
    logLevel: 'silent',
    // These values are those of the build, although tests are no production.
    define: { 'import.meta.env.DEV': 'false', 'import.meta.env.PROD': 'true' },
    plugins: [react(), ...plugins, markStatements(statements)],
    build: { write: false, target: 'es2023', rolldownOptions: { input: [...input] } },
  })
  const outputs = [result].flat() as Rolldown.RolldownOutput[]
  const code = outputs
    .flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : '')))
    .join('\n')
  // The minifier joins statements with commas.
  const dropped = [...code.matchAll(/\bbefore_(\d+)\(\)[,;]\s*after_\1\(\)/g)]
  return { statements, dropped: dropped.map(([, number]) => statements[Number(number)]) }
}

/** Puts calls that the bundler must keep before and after every statement that is an expression. */
function markStatements(statements: Statement[]): Plugin {
  return {
    name: 'mark-statements',
    enforce: 'post',
    transform(code, id) {
      if (id.includes('/node_modules/') || !/\.tsx?$/.test(id)) return undefined
      const insertions: { at: number; text: string }[] = []
      for (const { start, end } of listExpressionStatements(parseAst(code))) {
        const number = statements.push({ path: id, text: code.slice(start, end) }) - 1
        insertions.push({ at: start, text: `{before_${number}();` }, { at: end, text: `;after_${number}()}` })
      }
      const fromTheEnd = insertions.toSorted((a, b) => b.at - a.at)
      return fromTheEnd.reduce((marked, { at, text }) => marked.slice(0, at) + text + marked.slice(at), code)
    },
  }
}

type Range = { start: number; end: number }

function listExpressionStatements(node: unknown): Range[] {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(listExpressionStatements)
  const isStatement = 'type' in node && node.type === 'ExpressionStatement' && !('directive' in node && node.directive)
  return isStatement && 'start' in node && 'end' in node
    ? [{ start: Number(node.start), end: Number(node.end) }, ...inner]
    : inner
}

it('a statement that stands only for its exception is found', async () => {
  const sample = `
    export function isDecodable(path, report) {
      try {
        decodeURIComponent(path)
        report(path)
        return true
      } catch {
        return false
      }
    }
    globalThis.isDecodable = isDecodable`
  const { dropped } = await findDropped(['sample.ts'], {
    name: 'sample',
    resolveId: (id) => (id.endsWith('sample.ts') ? resolve('src/web/sample.ts') : null),
    load: (id) => (id.endsWith('/sample.ts') ? sample : null),
  })
  expect(dropped.map((statement) => statement?.text)).toEqual(['decodeURIComponent(path);'])
})

it('no statement of the browser’s sources stands only for its exception', async () => {
  const { statements, dropped } = await findDropped(scripts)
  expect(statements.length).toBeGreaterThan(1000)
  expect(dropped).toEqual([])
})
