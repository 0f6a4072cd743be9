import type { Pool } from '#domain/entries/pool.ts'

/** The final results of a scenario, by index in the pool's golfers. */
export type ScenarioEntries = ReadonlyArray<readonly [number, number | 'out']>

/** `4848:-12,9478:out`: golfers by athlete id. Empty for an empty scenario. */
export function toScenarioText(pool: Pick<Pool, 'players'>, scenario: ScenarioEntries): string {
  return scenario.map(([player, result]) => `${pool.players[player]?.espnId}:${result}`).join(',')
}

/** The address of a scenario in its pool: `?what-if=4848:-12,9478:out`. */
export function toWhatIfSearch(pool: Pick<Pool, 'players'>, scenario: ScenarioEntries): string {
  return `?what-if=${toScenarioText(pool, scenario)}`
}

/** Ignores golfers who are not in the pool and impossible scores. */
export function parseScenario(pool: Pick<Pool, 'players'>, text: string): ScenarioEntries {
  const indexes = new Map(pool.players.map(({ espnId }, index) => [espnId, index]))
  const scenario = new Map<number, number | 'out'>()
  for (const [, espnId = '', result = ''] of text.matchAll(/(\d{1,12}):(out|-?\d{1,2})(?=,|$)/g)) {
    const player = indexes.get(espnId)
    if (player !== undefined) scenario.set(player, result === 'out' ? result : Number(result))
  }
  return [...scenario]
}
