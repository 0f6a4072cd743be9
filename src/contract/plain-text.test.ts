import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { toPlainText } from './plain-text.ts'
import { friendGroupAction } from './user-contract.ts'
import { plainText } from './values.ts'

const isAccepted = (text: string) => z.safeParse(plainText(100), text).success
const accents = '\u0301'.repeat(40)

describe('a line of text', () => {
  test.each([
    ['of another direction', 'Ann \u202Enna'],
    ['with an embedding', 'Ann \u202Anna'],
    ['with an isolate', 'Ann \u2066nna'],
    ['with a mark of direction', 'Ann\u200F'],
    ['with a space of no width', 'An\u200Bn'],
    ['with a soft hyphen', 'An\u00ADn'],
    ['with a byte order mark', 'An\uFEFFn'],
    ['with a line separator', 'Ann\u2028Ash'],
    ['with a control character', 'Ann\u0007'],
    ['with half a surrogate pair', 'Ann\uD800'],
    ['with tags that nobody sees', 'Ann\u{E0041}\u{E0042}'],
    ['of accents only', accents],
    ['of one accent only', '\u0301'],
    ['with many accents on a letter', `A${accents}nn`],
    ['with five accents on a letter', 'A\u0301\u0302\u0303\u0304\u0305nn'],
    ['with many accents and joiners', `A${'\u0301\u200D'.repeat(9)}`],
    ['of joiners only', '\u200C\u200D\u200C'],
    ['with several joiners in a row', 'A\u200D\u200D\u200Dnn'],
    ['of a filler only', '\u3164'],
    ['of an empty Braille pattern only', '\u2800'],
    ['of spaces only', ' \u00A0\u3000'],
  ])('%s is refused', (_, text) => {
    expect(isAccepted(text)).toBe(false)
    expect(z.safeParse(friendGroupAction, { action: 'make', name: text.slice(0, 40) }).success).toBe(false)
  })

  test.each([
    ['Ludvig Åberg', 'Thorbjørn Olesen', 'José María Olazábal', 'Séamus Power', 'Søren Kjeldsen', 'Łukasz Żółć'],
    ['Nguyễn Thị Ánh', 'Ǭdúnayọ̀ Àjàyí', 'Ẹ̀bùn Ọlá'],
    ['می\u200Cخواهم', 'شاه\u200Cرخ', 'श्री\u200Dमान', 'ක්\u200Dරිස්ටි', 'किशोर', 'กิ่งแก้ว', 'བསྒྲུབས', 'שָׁלוֹם', 'בְּרֵאשִׁ֖ית'],
    ['김시우', '松山英樹', 'Σωκράτης', 'Иван', 'أحمد'],
    [
      'The 👨\u200D👩\u200D👧 pool',
      '⛳\uFE0F',
      '1\uFE0F\u20E3 Aces',
      '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scots',
      '👍🏽',
    ],
    ["O'Neill & sons — “links” (no. 1)", '7', '€ 20', '--'],
  ])('of real names is accepted, composed and decomposed: %s', (...texts) => {
    for (const text of texts)
      for (const form of ['NFC', 'NFD'] as const) {
        const line = text.normalize(form)
        expect(isAccepted(line), line).toBe(true)
        expect(toPlainText(line)).toBe(line)
      }
  })

  test('from elsewhere loses what would be refused', () => {
    expect(toPlainText(`A${accents}nn\u202E Ash\u{E0041}`)).toBe(`A${'\u0301'.repeat(4)}nn Ash`)
    expect(toPlainText('می\u200C\u200Cخواهم')).toBe('می\u200Cخواهم')
    expect(toPlainText(accents)).toBe('')
    for (const text of [`A${accents}`, `A${'\u0301\u200D'.repeat(9)}b`, 'A\u200D\u200D\u200Dnn'])
      expect(isAccepted(toPlainText(text)), JSON.stringify(toPlainText(text))).toBe(true)
  })
})
