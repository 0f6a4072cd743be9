import { expect, test } from 'vitest'
import { initialChunkGroup } from './initial-chunk-group.ts'

const imports: Record<string, string[]> = {
  main: ['frame', 'pool'],
  frame: ['state-panel', 'package/form'],
  pool: ['frame'],
  'state-panel': [],
  // Fetched when it is opened: nobody imports it, and what it shares is needed before it.
  entry: ['state-panel', 'picker'],
  picker: [],
  'package/form': [],
}

test('what the start reaches is one chunk, even if others use it too; the rest is left to the bundler', () => {
  const group = initialChunkGroup('main', 'main', /\/form$/)
  const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }
  const names = Object.keys(imports).map((id) => [id, group.name(id, graph)])
  expect(Object.fromEntries(names)).toEqual({
    main: 'main',
    frame: 'main',
    pool: 'main',
    'state-panel': 'main',
    entry: null,
    picker: null,
    // Only exported by its package's index.
    'package/form': null,
  })
})
