import { parse } from 'content-disposition'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { attachmentHeader } from './attachment-header.ts'

test('a file name has an ASCII form for old browsers and a full form for all others', () => {
  expect(attachmentHeader('Øpen Åre 100% standings.csv')).toBe(
    `attachment; filename="-pen Are 100- standings.csv"; filename*=UTF-8''%C3%98pen%20%C3%85re%20100%25%20standings.csv`,
  )
})

test('an ASCII name is sent once', () => {
  expect(attachmentHeader('Spring Open standings.csv')).toBe('attachment; filename="Spring Open standings.csv"')
})

test('a name cannot leave its folder or its header', () => {
  expect(attachmentHeader('../../a\\b"; filename=x\r\nSet-Cookie: a=b.csv')).toBe(
    'attachment; filename="-..-a-b-; filename=x-Set-Cookie- a=b.csv"',
  )
})

test('nor can its ASCII form, in which some characters become several', () => {
  expect(attachmentHeader('\u2024\u2100\uff02.csv')).toBe(
    `attachment; filename=a-c-.csv; filename*=UTF-8''%E2%80%A4%E2%84%80%EF%BC%82.csv`,
  )
})

test('a long name keeps its extension', () => {
  const { filename } = parse(attachmentHeader(`${'n'.repeat(300)}.csv`)).parameters
  expect(filename).toBe(`${'n'.repeat(116)}.csv`)
})

test('any name gives one line of ASCII that a browser reads back as a safe file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      const header = attachmentHeader(`${name} standings.csv`)
      expect(header).toMatch(/^attachment; filename=("[^"\\/%]+"|[^"\\/%; ]+)(; filename\*=UTF-8''[\w.~%!$&+-]+)?$/)
      expect(header).toMatch(/^[ -~]+$/)
      expect(parse(header).parameters['filename']).toMatch(/^[^\p{C}\\/:*?"<>|]+\.csv$/u)
    }),
  )
})
