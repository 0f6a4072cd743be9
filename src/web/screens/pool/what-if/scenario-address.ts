import type { Pool } from '#domain/entries/pool.ts'

/** Final results that somebody has set, by index in the pool's players. */
export type ScenarioEntries = ReadonlyArray<readonly [number, number | 'out']>

const parameter = 'what-if'

/** `pool?what-if=4848:-12,9478:out`: the golfers by their id at the feed. Empty where nothing is set yet. */
export function toWhatIfSearch(pool: Pick<Pool, 'players'>, scenario: ScenarioEntries): string {
  const parts = scenario.map(([player, result]) => `${pool.players[player]?.espnId}:${result}`)
  return `?${parameter}=${parts.join(',')}`
}

/** The scenario of an address. What is not a golfer of the pool, or not a possible score, is left out. */
export function readScenario(pool: Pick<Pool, 'players'>, search: string): ScenarioEntries {
  const text = new URLSearchParams(search).get(parameter) ?? ''
  const indexes = new Map(pool.players.map(({ espnId }, index) => [espnId, index]))
  const scenario = new Map<number, number | 'out'>()
  for (const [, espnId = '', result = ''] of text.matchAll(/(\d{1,12}):(out|-?\d{1,2})(?=,|$)/g)) {
    const player = indexes.get(espnId)
    if (player !== undefined) scenario.set(player, result === 'out' ? result : Number(result))
  }
  return [...scenario]
}

/** Is the page at the address of a scenario? */
export function isWhatIfAddress(): boolean {
  return new URLSearchParams(location.search).has(parameter)
}
