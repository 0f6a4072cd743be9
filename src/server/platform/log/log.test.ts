import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('the stack of an expected failure', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const isExpected = (error: unknown) => error === refused
  const write = (line: string) => void lines.push(JSON.parse(line))

  it('is logged at level debug only, and that of a fault always', () => {
    const atInfo = createLog('info', { write }, { isExpected })
    atInfo.error({ err: refused }, 'request failed')
    atInfo.error({ err: new Error('broken') }, 'request failed')
    createLog('debug', { write }, { isExpected }).error({ err: refused }, 'request failed')
    const stack = expect.stringContaining('log.test.ts')
    expect(lines.map(({ err }) => err)).toEqual([
      { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
      { type: 'Error', message: 'broken', stack },
      { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', stack },
    ])
  })
})

describe('the log as text', () => {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const readable = createLog('info', { write }, { format: 'text' })
  beforeEach(() => {
    text = ''
    vi.setSystemTime(new Date(2026, 3, 9, 8, 5, 7))
  })

  it('has local time, level, message and details in a line', () => {
    readable.child({ reqId: 'a1' }).info({ version: '0.1.0', names: ['A', 'B C'], note: 'two words' }, 'ready')
    expect(text).toBe('2026-04-09 08:05:07 info  ready reqId=a1 version=0.1.0 names=["A","B C"] note="two words"\n')
  })

  it('has the reason of a failure after the message, and the calls of its stack below', () => {
    readable.warn({ err: Object.assign(new Error('no route'), { code: 'ENETUNREACH' }), channel: 'mail' }, 'failed.')
    const [first, second] = text.split('\n')
    expect(first).toBe('2026-04-09 08:05:07 WARN  failed: no route channel=mail code=ENETUNREACH')
    expect(second).toMatch(/^ {4}at .*log\.test\.ts/)
  })

  it('shows what a terminal would obey as codes', () => {
    readable.info({ name: 'x\u009b2J' }, 'a\u001b[2Kb\nc')
    expect(text).toMatch(/ info {2}a\\u\{1b\}\[2Kb\\u\{a\}c name="x\\u\{9b\}2J"\n$/)
  })
})
