import { createRandom } from './seeded-random.ts'
import type { SimulatedGolfer } from './simulated-field.ts'

/** When and where a golfer starts a round. */
export type TeeSlot = Readonly<ReturnType<typeof drawOpeningTeeSlots>[number]>

const minutesBetweenGroups = 11
const afternoonStarts = 301
const groupsPerWave = 13

/**
 * Rounds 1 and 2: groups of three in four waves, morning and afternoon, from holes 1 and 10. Round 2 swaps both, so
 * everyone plays once early and once late.
 */
export function drawOpeningTeeSlots(seed: string | number, field: readonly SimulatedGolfer[], round: 1 | 2) {
  const golfers = createRandom(seed, 'groups').shuffle(field)
  return golfers.map((golfer, index) => {
    const group = Math.floor(index / 3)
    const wave = Math.floor(group / groupsPerWave) % 4
    const morning = wave < 2 === (round === 1)
    const firstTee = (wave % 2 === 0) === (round === 1)
    /** Minutes after the round's first tee time. */
    const teeOffset = (morning ? 0 : afternoonStarts) + (group % groupsPerWave) * minutesBetweenGroups
    const startHole: number = firstTee ? 1 : 10
    return { golfer, startHole, teeOffset, group: group + 1 }
  })
}

/** Rounds 3 and 4: pairs from hole 1, leaders last. `ranked` is best first; with an odd number the last plays alone. */
export function pairByScore(ranked: readonly SimulatedGolfer[]): readonly TeeSlot[] {
  const alone = ranked.length % 2
  return ranked.toReversed().map((golfer, index) => {
    const pair = Math.floor((index + alone) / 2)
    return { golfer, startHole: 1, teeOffset: pair * (minutesBetweenGroups - 1), group: pair + 1 }
  })
}
