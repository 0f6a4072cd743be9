import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentHeader } from './attachment-header.ts'

test('a file has its name in ASCII for old programs and with all letters for the others', () => {
  expect(attachmentHeader('Øpen Åre 100% standings.csv')).toBe(
    `attachment; filename="-pen Are 100- standings.csv"; filename*=UTF-8''%C3%98pen%20%C3%85re%20100%25%20standings.csv`,
  )
})

test('a name does not leave its folder, nor its header', () => {
  const header = attachmentHeader('../../a\\b"; filename=x\r\nSet-Cookie: a=b.csv')
  expect(header).toBe(
    `attachment; filename="-..-a-b-; filename=x-Set-Cookie- a=b.csv"; filename*=UTF-8''-..-a-b-%3B%20filename%3Dx-Set-Cookie-%20a%3Db.csv`,
  )
})

test('a long name keeps its end', () => {
  expect(attachmentHeader(`${'n'.repeat(300)}.csv`)).toContain(`filename="${'n'.repeat(116)}.csv"`)
})

test('whatever the name, the header is one line of ASCII with one pair of quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(attachmentHeader(`${name} standings.csv`)).toMatch(
        /^attachment; filename="[^"\\/%]+\.csv"; filename\*=UTF-8''[\w.~%$&+-]+\.csv$/,
      )
      expect(attachmentHeader(`${name} standings.csv`)).toMatch(/^[ -~]+$/)
    }),
  )
})
