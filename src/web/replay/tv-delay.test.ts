import { expect, test, vi } from 'vitest'
import { readTvDelay, tvDelayKey } from './tv-delay.ts'

test('what is stored counts only if it is one of the choices', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  expect(readTvDelay()).toBe(0)
  for (const [text, delay] of [
    ['45', 45],
    ['300', 300],
    ['', 0],
    ['soon', 0],
    ['-5', 0],
    ['9000', 0],
  ] as const) {
    stored.set(tvDelayKey, text)
    expect(readTvDelay()).toBe(delay)
  }
})
