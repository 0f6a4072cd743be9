import { expect, test } from 'vitest'
import { readInBatches, toBatches } from './batches.ts'

test('items are split into batches of the given size, the last one with the rest', () => {
  expect([...toBatches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...toBatches([1, 2], 2)]).toEqual([[1, 2]])
  expect([...toBatches([], 2)]).toEqual([])
})

test('rows are read after the last id until a batch is not full', async () => {
  const ids = [1, 2, 5, 7]
  const requests: number[] = []
  const after = (lastId: number) => {
    requests.push(lastId)
    const found = ids.filter((id) => id > lastId).map((id) => ({ id }))
    return { limit: (size: number) => ({ execute: async () => found.slice(0, size) }) }
  }
  const batches: { id: number }[][] = []
  for await (const rows of readInBatches(after, 2)) batches.push(rows)
  expect(batches).toEqual([
    [{ id: 1 }, { id: 2 }],
    [{ id: 5 }, { id: 7 }],
  ])
  expect(requests).toEqual([0, 2, 7])
})
