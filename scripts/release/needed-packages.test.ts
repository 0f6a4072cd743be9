import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listImports, listNeeded } from './needed-packages.ts'
import { readInstalled } from './stage-release.ts'

it('imports are named by their package, once, without those of Node and of this repository', () => {
  const sources = [
    "import { z } from 'zod/mini'\nimport { readFileSync } from 'node:fs'\nimport { api } from '#contract/paths.ts'",
    "import 'zod'\nimport type { Log } from './log.ts'\nexport { parse } from '@scope/name/sync'",
    "const late = await import('lazy')\nconst text = 'taken from' + ' and ' + late",
  ]
  expect(listImports(sources)).toEqual(['@scope/name', 'lazy', 'zod'])
})

it('imported packages and their dependencies are needed, in the version that Node would find', () => {
  const installed = {
    'node_modules/server': {
      dependencies: { shared: '1', missing: '1' },
      optionalDependencies: { 'for-windows': '1' },
    },
    'node_modules/server/node_modules/shared': { dependencies: { deep: '1' } },
    'node_modules/shared': { dependencies: { browser: '1' } },
    'node_modules/deep': { peerDependencies: { server: '1' } },
    'node_modules/browser': {},
  }
  expect(listNeeded(installed, ['server'])).toEqual([
    'node_modules/deep',
    'node_modules/server',
    'node_modules/server/node_modules/shared',
  ])
  expect(() => listNeeded(installed, ['absent'])).toThrow('absent is not installed')
})

it('the server needs its database drivers, and nothing of the browser app', () => {
  const sources = globSync('src/server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const needed = listNeeded(readInstalled(), listImports(sources.map((file) => readFileSync(file, 'utf8'))))
  expect(needed).toEqual(
    expect.arrayContaining(['node_modules/better-sqlite3', 'node_modules/pg', 'node_modules/pg-types']),
  )
  for (const browserPackage of ['react', 'react-dom', 'vite', 'vitest']) {
    expect(needed).not.toContain(`node_modules/${browserPackage}`)
  }
})
