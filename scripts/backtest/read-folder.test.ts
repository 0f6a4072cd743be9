import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTournaments } from './command.ts'

const golfers = ['A', 'B', 'C', 'D'].map((tier, index) => ({ id: index, tier, rounds: [70, 71 + index] }))
const file = (name: string) => JSON.stringify({ name, golfers })

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'back test '))
})
afterEach(() => rmSync(root, { recursive: true }))

it('a folder of tournaments is read by name, every .json file of it, and nothing else', () => {
  for (const name of ['b.json', 'a.JSON', '._b.json', 'README.md', 'c.json.old'])
    writeFileSync(join(root, name), file(name))
  mkdirSync(join(root, 'd.json'))
  expect(readTournaments(root).map(({ name }) => name)).toEqual(['a.JSON', 'b.json'])
  expect(readTournaments(join(root, 'b.json')).map(({ name }) => name)).toEqual(['b.json'])
})

it('the error says what is missing in the folder', () => {
  expect(() => readTournaments(join(root, 'none'))).toThrow(`There is no folder ${join(root, 'none')}.`)
  expect(() => readTournaments(root)).toThrow(`${root} contains no .json file.`)
  writeFileSync(join(root, 'a.json'), file('a'))
  writeFileSync(join(root, 'b.json'), '{"golfers": 4}')
  expect(() => readTournaments(root)).toThrow(/^b.json: golfers: /)
})
