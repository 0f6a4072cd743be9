import { createRandom } from './seeded-random.ts'
import { createField } from './simulated-field.ts'

/** The share of the field that is ranked. */
const rankedShare = 0.95

/**
 * A world ranking of the simulated field by reputation, with other golfers in between and some names spelled differently.
 */
export function toRankingBody(seed: string | number) {
  const random = createRandom(seed, 'ranking')
  const field = createField(seed)
    .filter(({ amateur }) => !amateur && random.next() < rankedShare)
    .toSorted((a, b) => b.reputation - a.reputation)
  const known = new Set(createField(seed).map(({ name }) => name))
  const others = createField('elsewhere').filter(({ name }) => !known.has(name))
  const listed = field.flatMap((golfer, index) => {
    const other = others[index]
    return other !== undefined && random.next() < index / field.length ? [golfer, other] : [golfer]
  })
  return {
    rankingsList: listed.map(({ name }, index) => ({ rank: index + 1, player: { fullName: respell(name, index) } })),
  }
}

/** Spells names like rankings do: without accents, with a month of birth, with spaces between initials. */
function respell(name: string, index: number): string {
  if (index % 9 === 4) return `${name}(Oct1987)`
  if (index % 9 === 7) return name.replace(/^(\p{Lu}\.)(\p{Lu}\.)/u, '$1 $2')
  return index % 2 === 0 ? name : name.normalize('NFD').replace(/\p{M}/gu, '')
}
