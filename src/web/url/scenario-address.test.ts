import { expect, test } from 'vitest'
import { readParameter } from './parameters.ts'
import { parseScenario, toWhatIfSearch } from './scenario-address.ts'

const pool = { players: [4848, 9478, 3470].map((espnId) => ({ espnId: String(espnId) })) } as unknown as Parameters<
  typeof parseScenario
>[0]

test('a scenario round-trips through the URL, by athlete id', () => {
  const scenario = [
    [1, -12],
    [0, 'out'],
    [2, 3],
  ] as const
  const search = toWhatIfSearch(pool, scenario)
  expect(search).toBe('?what-if=9478:-12,4848:out,3470:3')
  expect(parseScenario(pool, readParameter('what-if', search) ?? '')).toEqual(scenario)
  const encoded = search.replaceAll(':', '%3A').replaceAll(',', '%2C')
  expect(parseScenario(pool, readParameter('what-if', encoded) ?? '')).toEqual(scenario)
})

test('unknown golfers and impossible scores are ignored', () => {
  expect(parseScenario(pool, '1:-3,9478:fast,3470:-100,4848:2x,9478:4')).toEqual([[1, 4]])
  expect(parseScenario(pool, '')).toEqual([])
})
