import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { createReceiptSigner, isSignedWith } from '#test/support/receipt-signer.ts'
import { type ReceiptFacts, readReceipt, writeReceipt } from './receipt.ts'

const signer = createReceiptSigner()
const { sha256 } = signer

const facts: ReceiptFacts = {
  pool: 'https://pool.example',
  tournament: 7,
  content: {
    entry: 12,
    version: 3,
    picks: Array.from({ length: 12 }, (_, index) => String(1000 + index)),
    answers: ['-17 or "so"', '> 64 {Åse’s guess}'],
    salt: 'A-z_0',
  },
}
const words = ['Ann Ash in Spring Open', 'Entry 1: Golfér 0, Golfér 1', '> 64 {Åse’s guess}']
const receipt = writeReceipt(facts, words, signer)

describe('a receipt', () => {
  it('ends with a line that has no character that a mail program changes', () => {
    const lines = receipt.split('\n')
    expect(lines.slice(0, -1)).toEqual(['Receipt of a saved entry', ...words])
    expect(lines.at(-1)).toMatch(/^[!-=?-~]+$/)
  })

  it('is read back, whatever people write and wherever a mail program breaks or quotes its lines', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 20 })
    fc.assert(
      fc.property(fc.tuple(text, text), text, fc.integer({ min: 20, max: 78 }), (answers, owner, width) => {
        const own = { ...facts, content: { ...facts.content, answers } }
        const written = writeReceipt(own, [owner, ...words], signer)
        fc.pre(!owner.includes('{"receipt"'))
        const wrapped = written.replace(new RegExp(`.{1,${width}}`, 'gu'), '> $&\r\n')
        for (const each of [written, `Hello!\n\n${wrapped}\n\nYou can choose`]) {
          expect(readReceipt(each, sha256)).toMatchObject(own)
          expect(isSigned(each)).toBe(true)
        }
      }),
    )
  })

  it('is refused with a sentence, or its signature fails, if a letter was changed anywhere, or an end is missing', () => {
    for (let index = 0; index < receipt.length; index += 1) {
      if (/\s/.test(receipt.charAt(index))) continue
      const changed = `${receipt.slice(0, index)}${receipt[index] === 'x' ? 'y' : 'x'}${receipt.slice(index + 1)}`
      const read = readReceipt(changed, sha256)
      if (typeof read !== 'string') expect(isSigned(changed), changed).toBe(false)
      else expect(read, changed).toMatch(/^(This receipt (was changed|is incomplete)|There is no rec)/)
    }
    expect(readReceipt(receipt.slice(0, -20), sha256)).toBe('This receipt is incomplete: its last line is missing.')
    expect(readReceipt('Dear all', sha256)).toBe('There is no receipt in this text.')
  })

  it('of an earlier version is read, and has no signature', () => {
    const line = String.raw`{"receipt":1,"pool":"https://pool.example","tournament":7,"entry":12,"version":3,"picks":["1000","1001","1002","1003","1004","1005","1006","1007","1008","1009","1010","1011"],"answers":["-17\u0020or\u0020\"so\"","\u003e\u002064\u0020{\u00c5se\u2019s\u0020guess}"],"salt":"A-z_0","digest":"0c5178a104d5f5ff"}`
    const earlier = `${['Receipt of a saved entry', ...words].join('\n')}\n${line}`
    expect(readReceipt(earlier, sha256)).toEqual({ ...facts, signature: null })
    expect(readReceipt(earlier.replace('"version":3', '"version":4'), sha256)).toMatch(/^This receipt was changed/)
  })
})

function isSigned(text: string): boolean {
  const read = readReceipt(text, sha256)
  return typeof read !== 'string' && read.signature?.key === signer.key && isSignedWith(signer.key, read.signature)
}
