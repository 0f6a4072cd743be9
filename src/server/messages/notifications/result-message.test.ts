import { expect, test } from 'vitest'
import { poolName } from '#server/platform/text/pool-name.ts'
import { type ResultLine, type ResultSummary, resultMessage } from './result-message.ts'

const line = (position: string, name: string, toPar = '-9'): ResultLine => ({
  position,
  name,
  toPar,
  golfers: 'Ann Ash, Bo Birch, Cy Cedar, (Di Dogwood)',
})
const summary: ResultSummary = {
  tournament: 'Spring <Open>',
  isCorrected: false,
  headline: 'Eve wins by 2.',
  best: [line('1', 'Eve 2', '-11'), line('T2', 'Ada 1'), line('T2', 'Ada 3')],
  more: 4,
  corrections: [],
  prizes: null,
  url: 'https://pool.example.org/pool/7',
  settings: { text: 'Choose your messages', url: 'https://pool.example.org/notifications' },
}

test('an entrant reads their places, the top ten and where to find the rest', () => {
  const own = [line('T2', 'Entry 1'), line('Out', 'Entry 2', '--')]
  const { subject, text } = resultMessage('Ada', own, summary)
  expect(subject).toBe('Results of Spring <Open>')
  expect(text).toBe(`Hello Ada,

Spring <Open> at ${poolName} is over. Eve wins by 2.

Your entries
  T2  Entry 1, -9: Ann Ash, Bo Birch, Cy Cedar, (Di Dogwood)
 Out  Entry 2, --: Ann Ash, Bo Birch, Cy Cedar, (Di Dogwood)

The top ten
   1  Eve 2, -11: Ann Ash, Bo Birch, Cy Cedar, (Di Dogwood)
  T2  Ada 1, -9: Ann Ash, Bo Birch, Cy Cedar, (Di Dogwood)
  T2  Ada 3, -9: Ann Ash, Bo Birch, Cy Cedar, (Di Dogwood)
and 4 more in the same place

https://pool.example.org/pool/7

Golfers in brackets do not count. An entry is out if two of its golfers missed the cut, withdrew or were disqualified.

Choose your messages: https://pool.example.org/notifications
`)
})

test('the markup has the same content, and no name can add to it', () => {
  const { html } = resultMessage('<b>Ada</b>', [line('T2', 'Entry 1')], summary)
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(html).toContain('Spring &lt;Open&gt;')
  const plain = html.replaceAll(/ (?:style|class)="[^"]*"/g, '')
  expect(plain).toContain('<td>T2</td><th scope="row" align="left">Entry 1 <span>')
  expect(plain).toContain('<p>and 4 more in the same place</p>')
  expect(plain).toContain('<a href="https://pool.example.org/pool/7">See all results</a>')
})

test('it says who gets what, how a tie was decided, and what was corrected and why', () => {
  const order = 'The prizes of those who tie go by the answers (277). T1: Ada, then Eve.'
  const { subject, text } = resultMessage('Ada', [line('T1', 'Entry 1')], {
    ...summary,
    isCorrected: true,
    corrections: ['Ann Ash: R1 69. Why: the card was added up wrongly'],
    prizes: {
      lines: [
        { prize: '1st', name: 'Ada 1', amount: '£60.00' },
        { prize: 'Round 2', name: 'Eve 3', amount: '£10.00' },
      ],
      notes: [order, 'The pot was £100.00. £30.00 is left.'],
    },
  })
  expect(subject).toBe('The result of Spring <Open> has been corrected')
  expect(text).toContain('\n\nWhat was corrected\nAnn Ash: R1 69. Why: the card was added up wrongly\n\nYour entries\n')
  expect(text).toContain(`\n\nWho gets what
    1st  Ada 1, £60.00
Round 2  Eve 3, £10.00
${order}
The pot was £100.00. £30.00 is left.

https://`)
})
