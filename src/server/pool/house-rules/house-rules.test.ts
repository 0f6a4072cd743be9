import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { houseRules } from '#contract/house-rules-contract.ts'
import { parseHouseRules, parseTournamentRules, readHouseRules } from './house-rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

test('Markdown becomes a tree of text', () => {
  const markdown = `# Money

The pot is **€ 20** per entry,
paid to [the *treasurer*](mailto:pat@example.com).

## Splitting

1. First: 60 %
2. Second: 40 %
   - ties share
   - \`DQ\` gets nothing

> Be nice.

| Place | Share |
|---|---|
| 1 | 60 % |

---
`
  const rules = parseHouseRules(markdown, { isMarkdown: true })
  expect(houseRules.parse(rules)).toEqual(rules)
  expect(rules.blocks).toEqual([
    { type: 'heading', level: 2, content: [{ text: 'Money' }] },
    {
      type: 'paragraph',
      content: [
        { text: 'The pot is ' },
        { text: '€ 20', style: 'strong' },
        { text: ' per entry, paid to ' },
        { text: 'the ', href: 'mailto:pat@example.com' },
        { text: 'treasurer', style: 'em', href: 'mailto:pat@example.com' },
        { text: '.' },
      ],
    },
    { type: 'heading', level: 3, content: [{ text: 'Splitting' }] },
    {
      type: 'list',
      ordered: true,
      items: [
        { depth: 0, content: [{ text: 'First: 60 %' }] },
        { depth: 0, content: [{ text: 'Second: 40 %' }] },
        { depth: 1, content: [{ text: 'ties share' }] },
        { depth: 1, content: [{ text: 'DQ', style: 'code' }, { text: ' gets nothing' }] },
      ],
    },
    { type: 'quote', content: [{ text: 'Be nice.' }] },
    { type: 'table', head: [[{ text: 'Place' }], [{ text: 'Share' }]], rows: [[[{ text: '1' }], [{ text: '60 %' }]]] },
    { type: 'divider' },
  ])
})

describe('nothing in the file becomes a script or a picture', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](//evil.example)',
    '[x](/api/user)',
    '<javascript:alert(1)>',
    '[x][1]\n\n[1]: javascript:alert(1)',
  ])('%s is no link', (markdown) => {
    expect(JSON.stringify(parseHouseRules(markdown, { isMarkdown: true }))).not.toContain('"href"')
  })

  test('HTML is shown as it is written, and a picture by its description', () => {
    const text = parseHouseRules('<script>alert(1)</script>\n\n<b>bold</b> ![a map](https://example.com/x.png)', {
      isMarkdown: true,
    })
    expect(text.blocks).toEqual([
      { type: 'paragraph', content: [{ text: '<script>alert(1)</script>' }] },
      {
        type: 'paragraph',
        content: [{ text: '<b>' }, { text: 'bold' }, { text: '</b>' }, { text: ' ' }, { text: 'a map' }],
      },
    ])
  })
})

test('plain text keeps its lines, and nothing in it is markup', () => {
  const file = write('rules.txt', 'Pay *before* the start.\r\nCash only.\n\n\n<b>Thanks</b>\u202e\u0000')
  expect(readHouseRules(file).blocks).toEqual([
    { type: 'paragraph', content: [{ text: 'Pay *before* the start.\nCash only.' }] },
    { type: 'paragraph', content: [{ text: '<b>Thanks</b>' }] },
  ])
})

test.each<[string, string | Buffer, RegExp]>([
  ['latin1.txt', Buffer.from([0x66, 0xfc, 0x72]), /POOL_RULES cannot be used: it is not UTF-8 text/],
  ['large.md', 'x'.repeat(64 * 1024 + 1), /it is larger than 64 KiB/],
  ['empty.md', '', /it is empty/],
  ['quotes.md', '>'.repeat(30_000), /its quotes, lists or emphasis are nested too deeply/],
  ['lists.md', '1. '.repeat(20_000), /nested too deeply/],
  ['emphasis.md', `${'*'.repeat(30_000)}a${'*'.repeat(30_000)}`, /nested too deeply/],
])('%s is refused with a reason', (name, content, reason) => {
  expect(() => readHouseRules(write(name, content))).toThrow(reason)
})

test.each([
  '['.repeat(60_000),
  '![a]('.repeat(10_000),
  '*a **b '.repeat(8000),
  '_a '.repeat(20_000),
  '- a\n'.repeat(16_000),
])('brackets and marks without an end are text', (markdown) => {
  const { blocks } = readHouseRules(write('marks.md', markdown))
  expect(houseRules.parse({ blocks }).blocks.length).toBeGreaterThan(0)
})

test('a missing file is refused', () => {
  expect(() => readHouseRules(join(folder, 'none.md'))).toThrow(/none\.md set in POOL_RULES .* does not exist/)
})

describe('the rules of a tournament', () => {
  const isPlain = (text: string) =>
    parseTournamentRules(text).blocks.every(
      (block) => block.type === 'paragraph' && block.content.every(({ style }) => style === undefined),
    )

  test.each(['*a ', '*', '_a ', '1. ', '>', '<a ', 'a_*', '`a', '- a\n', '|a', '# a\n'])(
    'are plain text if 4,000 characters of them repeat %j, because the parser would take too long',
    (part) => {
      const text = part.repeat(4000 / part.length)
      expect(isPlain(text)).toBe(true)
      expect(JSON.stringify(parseTournamentRules(text))).toContain(part.trim())
    },
  )

  test('are plain text if a line begins ten lists or quotes', () => {
    expect(isPlain(`${'> '.repeat(9)}a`)).toBe(false)
    expect(isPlain(`A line\n${'> 1. '.repeat(5)}a`)).toBe(true)
  })

  test('are Markdown with a table, lists and emphasis in 4,000 characters', () => {
    const item = '- **First place** gets *half* of the pot, see [the table](https://example.com/pot).\n'
    const table = `| Place | Share |\n|---|---|\n${'| 1 | 60 % |\n'.repeat(20)}`
    const text = `# Money\n\n${item.repeat(20)}\n${table}`
    expect(parseTournamentRules(text).blocks.map(({ type }) => type)).toEqual(['heading', 'list', 'table'])
  })

  test('are parsed once for each version', () => {
    const text = '# Money'
    expect(parseTournamentRules(text)).toBe(parseTournamentRules(text))
    expect(parseTournamentRules(`${text}!`)).not.toBe(parseTournamentRules(text))
  })
})
