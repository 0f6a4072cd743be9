import { expect, it } from 'vitest'
import { formatFigures, type ReportRow, replaceRows } from './long-report.ts'

const row = (part: string, run: string): ReportRow => ({
  part,
  rounds: '2 × kill',
  figures: '2 kills',
  goal: 'nothing is lost',
  result: 'pass',
  seconds: 1.4,
  run,
})

it('counts are added up; measured values are reduced to the median and the worst', () => {
  const figures = [
    { figure: 'kills', amount: 1 },
    { figure: 'seconds without scores', value: 3.14 },
    { figure: 'kills', amount: 1999 },
    { figure: 'seconds without scores', value: 12.6 },
    { figure: 'seconds without scores', value: 1 },
    { figure: 'failed requests', amount: 0 },
  ]
  expect(formatFigures(figures)).toBe('2,000 kills; seconds without scores: 3.1, at worst 13; 0 failed requests')
})

it('a run replaces its own rows in the document, and keeps those of other parts and the text around', () => {
  const parts = ['first', 'second', 'third']
  const empty = 'Before.\n\n<!-- figures of npm run test:long -->\n<!-- end of the figures -->\n\nAfter.\n'
  const once = replaceRows(empty, [row('third', 'old'), row('first', 'old')], parts)
  const twice = replaceRows(once, [row('second', 'new'), row('third', 'new')], parts)
  expect(once).toMatch(/^Before\.\n[\s\S]*\nAfter\.\n$/)
  expect(twice.split('\n').filter((line) => /^\| (?!Part)/.test(line))).toEqual([
    '| first | 2 × kill | 2 kills | nothing is lost | pass | 1 | old |',
    '| second | 2 × kill | 2 kills | nothing is lost | pass | 1 | new |',
    '| third | 2 × kill | 2 kills | nothing is lost | pass | 1 | new |',
  ])
  expect(replaceRows(twice, [], parts)).toBe(twice)
})
