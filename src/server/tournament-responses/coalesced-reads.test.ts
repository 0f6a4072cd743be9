import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { coalesceReads } from './coalesced-reads.ts'

/** Reads that end when the test says so. */
function openReads() {
  const reads: { keys: number[]; end: (value: string) => void; fail: () => void }[] = []
  const read = coalesceReads((keys: ReadonlySet<number>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>()
    reads.push({
      keys: [...keys],
      end: (value) => resolve(new Map([...keys].map((key) => [key, value]))),
      fail: () => reject(new Error('the database is away')),
    })
    return promise
  })
  return { read, reads }
}

it('callers of one turn share a read, each key once', async () => {
  const { read, reads } = openReads()
  const results = [read(1), read(2), read(1)]
  await expect.poll(() => reads.length).toBe(1)
  expect(reads.map(({ keys }) => keys)).toEqual([[1, 2]])
  reads[0]?.end('a')
  expect(await Promise.all(results)).toEqual(['a', 'a', 'a'])
})

it('callers who come while a read is under way share the next one', async () => {
  const { read, reads } = openReads()
  const first = read(1)
  await expect.poll(() => reads.length).toBe(1)
  const late = [read(1), read(1)]
  await yieldToEventLoop()
  expect(reads).toHaveLength(1)
  reads[0]?.end('before')
  expect(await first).toBe('before')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.end('after')
  expect(await Promise.all(late)).toEqual(['after', 'after'])
})

it('a failed read fails its callers only', async () => {
  const { read, reads } = openReads()
  const failing = read(1)
  await expect.poll(() => reads.length).toBe(1)
  const late = read(1)
  reads[0]?.fail()
  await expect(failing).rejects.toThrow('away')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.end('again')
  expect(await late).toBe('again')
})
