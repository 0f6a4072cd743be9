import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** `npm start` and `npm run demo` build the product without the development dependencies. */
it('what the product and its build import is in dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const files = globSync(['{src,demo,scripts}/**/*.{ts,tsx,mjs}', 'vite.config.ts']).filter(
    (path) => !/\.(test|d)\.tsx?$/.test(path),
  )
  expect(files.length).toBeGreaterThan(500)
  const imports = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm
  const missing = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(imports)].flatMap(([, first, second]) => {
      const [scope = '', name = ''] = (first ?? second ?? '').split('/')
      const used = scope.startsWith('@') ? `${scope}/${name}` : scope
      return used.startsWith('node:') || used in dependencies ? [] : [`${path}: ${used}`]
    }),
  )
  expect(missing).toEqual([])
})
