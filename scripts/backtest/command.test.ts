import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runCommand } from './command.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'back test '))
  mkdirSync(join(root, 'past pools'))
})
afterAll(() => rmSync(root, { recursive: true }))

function run(...args: string[]) {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const status = runCommand(args, root)
  const said = { printed: log.mock.calls.join(), complaints: error.mock.calls.join() }
  vi.restoreAllMocks()
  return { status, ...said }
}

it('resolves paths from the folder in which it was called, and accepts spaces', () => {
  const golfers = Array.from({ length: 8 }, (_, index) => ({
    id: index,
    tier: 'ABCD'.charAt(index / 2),
    rounds: [70, 71, 70 + index, 72],
  }))
  writeFileSync(
    join(root, 'past pools', 'a.json'),
    JSON.stringify({ name: 'Open 2018', golfers, entries: [[0, 2, 4, 6]] }),
  )
  const { status, printed, complaints } = run('past pools')
  expect([status, complaints]).toEqual([0, ''])
  expect(printed).toContain('1 tournament, 20000 simulations for each of their rounds: Open 2018')
})

it('the command prints one sentence if there is nothing to read, or it cannot be read', () => {
  writeFileSync(join(root, 'past pools', 'b.json'), '{ "golfers": [ { "id": 1 } ] }')
  expect(run('past pools')).toEqual({ status: 1, printed: '', complaints: expect.stringMatching(/^b.json: golfers/) })
  expect(run('none')).toMatchObject({ status: 1, complaints: expect.stringMatching(/^There is no folder .*none\.$/) })
  for (const args of [[], ['a', 'b']])
    expect(run(...args)).toMatchObject({ status: 1, complaints: expect.stringContaining('npm run backtest -- FOLDER') })
  expect(run('--unknown')).toMatchObject({ status: 1, complaints: expect.stringContaining('--unknown') })
})
