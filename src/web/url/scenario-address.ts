import type { Pool } from '#domain/entries/pool.ts'

/** The final results of a scenario, by index in the pool's golfers. */
export type ScenarioEntries = ReadonlyArray<readonly [number, number | 'out']>

const parameter = 'what-if'

/** `pool?what-if=4848:-12,9478:out`: golfers by athlete id. Empty for an empty scenario. */
export function toWhatIfSearch(pool: Pick<Pool, 'players'>, scenario: ScenarioEntries): string {
  const parts = scenario.map(([player, result]) => `${pool.players[player]?.espnId}:${result}`)
  return `?${parameter}=${parts.join(',')}`
}

/** Parses a scenario from a URL, ignoring golfers who are not in the pool and impossible scores. */
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

/** Whether the current URL is that of a scenario. */
export function isWhatIfAddress(): boolean {
  return new URLSearchParams(location.search).has(parameter)
}
