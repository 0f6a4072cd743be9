import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { createReceiptSigner } from '#test/support/receipt-signer.ts'
import { writeReceipt } from './receipt.ts'
import { type ReceiptWords, readReceiptSummary, writeReceiptWords } from './receipt-words.ts'

const words: ReceiptWords = {
  owner: 'Ann Ash',
  tournament: 'Spring Open',
  pool: 'Club Pool',
  savedAt: '2026-04-08T14:02:33.512Z',
  version: 3,
  golfers: Array.from({ length: 12 }, (_, index) => `Golfer ${index + 1}`),
  questions: ['Winning score?', 'Longest drive?'],
  answers: ['-17', '340 yards'],
  sealWords: 'kettle otter birch sled 0c5178a1',
  checkUrl: 'https://pool.example/picks/7',
}

test('the lines for people are those that were signed since there are receipts', () => {
  expect(writeReceiptWords(words)).toEqual([
    'Ann Ash in Spring Open, Club Pool',
    'Saved on 2026-04-08 14:02:33 UTC, version 3',
    'Entry 1: Golfer 1, Golfer 2, Golfer 3, Golfer 4',
    'Entry 2: Golfer 5, Golfer 6, Golfer 7, Golfer 8',
    'Entry 3: Golfer 9, Golfer 10, Golfer 11, Golfer 12',
    'Winning score? -17',
    'Longest drive? 340 yards',
    'Seal of this entry: kettle otter birch sled 0c5178a1',
    'Check it after the start: https://pool.example/picks/7',
  ])
})

const signer = createReceiptSigner()
const line = fc.string({ unit: anyCharacter, maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ' '))

test('a receipt is shown from its facts, whatever people have written into it', () => {
  fc.assert(
    fc.property(line, line, fc.tuple(line, line), (owner, question, answers) => {
      const picks = Array.from({ length: 12 }, (_, index) => String(1000 + index))
      const content = { entry: 12, version: 3, picks, answers, salt: 'A-z_0' }
      const lines = writeReceiptWords({ ...words, owner, questions: [question, question], answers })
      const receipt = writeReceipt({ pool: 'https://pool.example', tournament: 7, content }, lines, signer)
      expect(readReceiptSummary(receipt)).toEqual({
        version: 3,
        picks,
        answers,
        savedAt: '2026-04-08T14:02:33Z',
        sealWords: words.sealWords,
      })
    }),
  )
})
