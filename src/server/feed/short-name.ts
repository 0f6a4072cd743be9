/** "Jr.", "III": not a surname by itself. */
const suffix = /^(?:jr|sr|ii|iii|iv|v)\.?$/i

/** Where a surname of several words begins: "van der Walt", "Van Pelt", "de Chassart". */
const particle = /^(?:van|von|vom|der|den|de|del|della|di|da|dos|du|la|le|af|av|ter|ten|zu|bin|mac|st\.?)$/i

/**
 * The name for narrow columns, as the feed shortens it where it does: "Viktor Hovland" is "V. Hovland", "Min Woo Lee"
 * "M. Lee", "J.T. Poston" stays. For events whose bodies have no short names.
 */
export function toShortName(fullName: string): string {
  const words = fullName.replace(/,/g, ' ').split(/\s+/).filter(Boolean)
  const [first, ...others] = words
  if (first === undefined || others.length === 0) return fullName
  const firstOfSurname = findSurname(others)
  return [toInitial(first), ...others.slice(firstOfSurname)].join(' ')
}

/** The index of the surname's first word: its particle, or the last word that is no suffix. */
function findSurname(words: readonly string[]): number {
  const last = words.findLastIndex((word) => !suffix.test(word))
  const start = words.findIndex((word, index) => index < last && particle.test(word))
  return Math.max(0, start === -1 ? last : start)
}

/** Initials by which a golfer goes are kept: "J.T.", "MJ". */
function toInitial(first: string): string {
  if (/^(?:\p{Lu}\.?-?)+$/u.test(first)) return first
  return `${Array.from(first)[0]?.toUpperCase()}.`
}
