import { expect, test } from 'vitest'
import { toPrintable } from './printable.ts'

test('escape sequences, line breaks and characters that reverse or hide text are shown as codes', () => {
  expect(toPrintable('\u001b[2K\rBo\u0007')).toBe('\\u{1b}[2K\\u{d}Bo\\u{7}')
  expect(toPrintable('a\nb\u0085c\u2028d\u009b1A')).toBe('a\\u{a}b\\u{85}c\\u{2028}d\\u{9b}1A')
  expect(toPrintable('\u202eoB\u2066\u200b\ufeff\ud800')).toBe('\\u{202e}oB\\u{2066}\\u{200b}\\u{feff}\\u{d800}')
})

test('names stay as they are', () => {
  for (const name of ['Žofie O’Hara', 'می‌خواهم', '👩‍💻', 'Jose\u0301', '李博']) expect(toPrintable(name)).toBe(name)
})
