import { expect, test } from 'vitest'
import { composeMail } from './mail.ts'
import type { MailContent } from './mail-content.ts'
import { fillAccent } from './mail-styles.ts'

const content: MailContent = {
  subject: 'Results of the <Open>',
  paragraphs: [
    'Hello "Ann" & <b>Bo</b>,',
    'First line\nsecond line',
    { heading: 'Picks', lines: ['A: Cy', 'B: Di'] },
    {
      heading: 'The top ten',
      columns: ['Pos', 'Entry', 'To par'],
      rows: [{ first: 'T2', title: "Ann's 1", detail: 'Cy, (Di)', last: '-9' }],
      notes: ['and 4 more'],
    },
  ],
  action: { text: 'See <all>', url: 'https://pool.example.org/pool/7?a=1&b="2"' },
  closing: 'Goodbye.',
  check: { text: 'Compare these words:', evidence: 'kettle  otter\n{"seal":"<1>"}' },
  footer: { text: 'You can choose here', url: 'https://pool.example.org/notifications' },
}

/** The words of a page as a reader sees them, in order. */
function wordsOf(page: string): string[] {
  const body = page.slice(page.indexOf('<body'))
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  const text = body.replaceAll(/<[^>]*>/g, ' ')
  return text
    .replaceAll(/&[#\w]+;/g, (sign) => signs[sign as keyof typeof signs])
    .split(/\s+/)
    .filter(Boolean)
}

test('the text has everything once, and the signed lines letter by letter at the end', () => {
  expect(composeMail(content).text).toBe(`Hello "Ann" & <b>Bo</b>,

First line
second line

Picks
A: Cy
B: Di

The top ten
  T2  Ann's 1, -9: Cy, (Di)
and 4 more

https://pool.example.org/pool/7?a=1&b="2"

Goodbye.

How can I check this?
Compare these words:

kettle  otter
{"seal":"<1>"}

You can choose here: https://pool.example.org/notifications
`)
})

test('the page says the same in the same order, below the name of the pool and the subject', () => {
  const words = wordsOf(composeMail(content).html.replaceAll('\uE000', 'Birdies'))
  expect(words.join(' ')).toBe(
    [
      'Birdies Results of the <Open> Hello "Ann" & <b>Bo</b>, First line second line',
      "Picks A: Cy B: Di The top ten Pos Entry To par T2 Ann's 1 Cy, (Di) -9 and 4 more",
      'See <all> Goodbye.',
      'How can I check this? Compare these words: kettle otter {"seal":"<1>"} You can choose here',
    ].join(' '),
  )
})

test('nothing that somebody typed is markup, and the only addresses are those of the button and the last line', () => {
  const { html } = composeMail(content)
  expect(html).not.toMatch(/<b>|<Open>|<all>|<1>/)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://pool.example.org/pool/7?a=1&amp;b=&quot;2&quot;',
    'https://pool.example.org/notifications',
  ])
  // Nothing is loaded: a picture or a font would tell its server who reads the email.
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i)
})

test('the page is at most 600 px wide and has colours for both themes, those of the pool', () => {
  const { html } = composeMail(content)
  expect(html).toContain('max-width:600px')
  const own = fillAccent(html, {
    light: { accent: '#0b6e4f', ink: '#fefefe' },
    dark: { accent: '#7fe0bd', ink: '#010101' },
  })
  expect(own).toContain('background:#0b6e4f;border-radius:8px;color:#fefefe')
  expect(own).toContain('.button{background:#7fe0bd!important;color:#010101!important}')
  expect(fillAccent(html)).toContain('background:#6b3fa0;border-radius:8px;color:#ffffff')
  expect(`${own}${fillAccent(html)}`).not.toMatch(/[\uE001-\uF8FF]/)
})

test('an email with little to say has nothing empty', () => {
  const { html, text } = composeMail({ subject: 'Test', paragraphs: ['It works.'] })
  expect(text).toBe('It works.\n')
  expect(wordsOf(html).slice(1).join(' ')).toBe('Test It works.')
  expect(html).not.toMatch(/<(?:a|h2|tbody)\b|undefined/)
})

test('what begins a row, such as "Round 2", stays on one line and apart from the next column', () => {
  const cell = /<td class="line" style="([^"]*)">T2</.exec(composeMail(content).html)?.[1] ?? ''
  expect(cell).toContain('white-space:nowrap')
  expect(cell).toMatch(/padding-right:[1-9]/)
})
