import { toAsciiBytes } from '#domain/text/ascii-json.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import type { Sha256 } from './merkle-tree.ts'

const numberCount = 2 ** 32

/**
 * The golfers of the Hat, one of each tier: drawn from the root of the seal and the sealed tiers alone, each with the same
 * chance (docs/proof.md, 3).
 */
export function drawHat<Golfer>(root: string, tiers: readonly (readonly Golfer[])[], sha256: Sha256): Golfer[] {
  return tiers.flatMap((golfers, tier) => {
    // The numbers from here on would favour the first golfers.
    const end = numberCount - (numberCount % golfers.length)
    let number = end
    for (let draw = 0; number >= end; draw += 1) {
      const hash = sha256(toAsciiBytes(`Player Pool Hat, ${root}, ${tierNames[tier]}, ${draw}`))
      number = Number.parseInt(hash.slice(0, 8), 16)
    }
    return golfers.slice(number % golfers.length).slice(0, 1)
  })
}
