import { globSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listProgramFiles } from './stage-release.ts'

test('the release has every file that the server reads, whatever its type, and no tests', () => {
  const files = listProgramFiles()
  const others = globSync('src/server/**/*').filter((file) => !/\.ts$|\.json$/.test(file) && statSync(file).isFile())
  expect(others).not.toEqual([])
  expect(files).toEqual(expect.arrayContaining(others))
  expect(files).toContain('src/server/main.ts')
  expect(files.filter((file) => file.includes('.test.'))).toEqual([])
})
