import { expect, test } from 'vitest'
import { toShortName } from '#domain/names/names.ts'
import { createField, fieldSize } from './simulated-field.ts'

test('a field has 156 golfers with unique names and ids for any seed', () => {
  for (const seed of [1, 2, 'spring', 'autumn']) {
    const field = createField(seed)
    expect(field).toHaveLength(fieldSize)
    expect(new Set(field.map(({ name }) => name)).size).toBe(fieldSize)
    expect(new Set(field.map(({ espnId }) => espnId)).size).toBe(fieldSize)
    expect(field.every(({ espnId }) => /^\d{5}$/.test(espnId))).toBe(true)
  }
})

test('the same seed creates the same golfers, another seed different ones', () => {
  expect(createField('links')).toEqual(createField('links'))
  expect(createField('links')).not.toEqual(createField('heath'))
})

test('every field contains edge-case names', () => {
  const names = createField(7).map(({ name }) => name)
  expect(names.some((name) => name.length > 60)).toBe(true)
  expect(names.some((name) => !name.includes(' '))).toBe(true)
  expect(names.some((name) => name.endsWith('Jr.'))).toBe(true)
  expect(names.filter((name) => /[À-ž]/.test(name)).length).toBeGreaterThan(10)
  expect(names.some((name) => name.includes('-'))).toBe(true)
})

test('two golfers share a short name', () => {
  const short = createField(7).map(({ name }) => toShortName(name))
  expect(new Set(short).size).toBeLessThan(short.length)
})

test('a few of the golfers are amateurs', () => {
  expect(createField(3).filter(({ amateur }) => amateur)).toHaveLength(4)
})
