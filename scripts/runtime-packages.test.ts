import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listRuntimePackages, type Manifest, toRuntimeManifest } from './runtime-packages.ts'

const manifest = toRuntimeManifest(JSON.parse(readFileSync('package.json', 'utf8')))

it('a release lists what runs, also indirectly, and nothing of the build or the tests', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const paths = listRuntimePackages(manifest, packages)
  for (const name of ['fastify', 'react-dom', 'better-sqlite3', 'pg-protocol', '@fontsource-variable/archivo'])
    expect(paths).toContain(`node_modules/${name}`)
  for (const name of ['vite', 'rolldown', '@vitejs/plugin-react', 'subset-font', '@sparticuz/chromium', 'typescript'])
    expect(paths).not.toContain(`node_modules/${name}`)
  expect(manifest).not.toHaveProperty('devDependencies')
  expect(Object.keys(manifest.dependencies)).not.toContain('vite')
})

it('a package is found where Node finds it: in the nearest folder; what is optional may be missing', () => {
  const small: Manifest = { name: 'pool', version: '1.0.0', dependencies: { a: '1', b: '1' } }
  const paths = listRuntimePackages(small, {
    'node_modules/a': { dependencies: { c: '1', '@d/e': '1' }, optionalDependencies: { missing: '1' } },
    'node_modules/b': {
      peerDependencies: { c: '2', f: '1' },
      peerDependenciesMeta: { f: { optional: true } },
    },
    'node_modules/c': { dependencies: { b: '1' } },
    'node_modules/a/node_modules/c': { dependencies: { '@d/e': '1' } },
    'node_modules/@d/e': {},
    'node_modules/f': {},
    'node_modules/g': {},
  })
  expect(paths.toSorted()).toEqual([
    'node_modules/@d/e',
    'node_modules/a',
    'node_modules/a/node_modules/c',
    'node_modules/b',
    'node_modules/c',
  ])
})
