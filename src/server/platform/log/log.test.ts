import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'

let lines: Record<string, unknown>[]
const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('each line has the process and the machine or container', () => {
  log.child({ reqId: '1' }).info('ready')
  expect(lines).toEqual([
    expect.objectContaining({ pid: process.pid, instance: expect.stringMatching(/./), msg: 'ready' }),
  ])
})

it('a flood of the same warning is ten lines and one with a count each minute', () => {
  const flood = (reason: string, count: number) => {
    for (let index = 0; index < count; index += 1)
      log.child({ reqId: index }).error({ err: new Error(reason) }, 'request failed')
  }
  flood('down', 500)
  flood('other', 1)
  log.fatal('end')
  expect(lines).toHaveLength(12)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(12)).toEqual([
    expect.objectContaining({ level: 50, omitted: 490, reason: 'down', msg: 'request failed' }),
  ])
  flood('down', 1)
  expect(lines).toHaveLength(14)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(14)
})

it('lines below a warning are never left out', () => {
  for (let index = 0; index < 50; index += 1) log.info({ address: '192.0.2.1' }, 'sign-in rejected')
  expect(lines).toHaveLength(50)
})

it('an error with causes is one sentence', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9')
  const fetching = new TypeError('fetch failed', { cause: refused })
  log.warn({ err: new Error('The sports feed could not be reached.', { cause: fetching }) }, 'failed')
  log.warn({ err: new Error('no answer', { cause: Object.assign(new Error(''), { code: 'ETIMEDOUT' }) }) }, 'failed')
  log.warn({ err: fetching }, 'failed')
  expect(lines.map((line) => Object(line['err']).message)).toEqual([
    'The sports feed could not be reached: connect ECONNREFUSED 127.0.0.1:9.',
    'no answer: ETIMEDOUT',
    'connect ECONNREFUSED 127.0.0.1:9',
  ])
})

it('a stack trace names files of the program, not folders of the machine', () => {
  log.error({ err: new Error('broken') }, 'failed')
  expect(lines[0]).toMatchObject({
    err: { stack: expect.stringMatching(/\(?src\/server\/platform\/log\/log\.test\.ts:\d+/) },
  })
  expect(JSON.stringify(lines)).not.toContain(`${process.cwd()}/`)
})
