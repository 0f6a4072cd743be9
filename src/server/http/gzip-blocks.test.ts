import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createBodyBlock, joinAsGzip, joinAsIdentity } from './gzip-blocks.ts'

const texts = ['{"entries":[', '"Åberg 🏌"', '', ...Array.from({ length: 300 }, (_, index) => `,"${index}"`), ']}']

it('blocks that are compressed apart make one gzip body', async () => {
  const blocks = texts.map(createBodyBlock)
  expect(gunzipSync(await joinAsGzip(blocks)).toString()).toBe(texts.join(''))
  expect(joinAsIdentity(blocks).toString()).toBe(texts.join(''))
})

it('a body can be composed again with one block replaced', async () => {
  const blocks = texts.map(createBodyBlock)
  const before = await joinAsGzip(blocks)
  const after = await joinAsGzip(blocks.with(1, createBodyBlock('"Lowry"')))
  expect(gunzipSync(after).toString()).toBe(texts.with(1, '"Lowry"').join(''))
  expect(await joinAsGzip(blocks)).toEqual(before)
})

it('a block is compressed once', () => {
  const block = createBodyBlock('"Lowry"')
  expect(block.deflated()).toBe(block.deflated())
  expect(block.bytes()).toBe(block.bytes())
})

it('no blocks are an empty body', async () => {
  expect(gunzipSync(await joinAsGzip([])).toString()).toBe('')
})
