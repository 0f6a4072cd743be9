import { foldLetters } from './folded-names.ts'
import { nameSuffixes } from './names.ts'

/**
 * A golfer's name normalised for comparison: what different spellings of it have in common. Never shown.
 */
export type ComparableName = {
  /** Without case, accents, apostrophes and brackets, first name first: "jt poston", "harold varner iii". */
  readonly text: string
  /**
   * The words of `text` joined, starting at each of them in turn: "Im Sung-Jae" and "Sungjae Im" share one of these.
   */
  readonly rotations: readonly string[]
  /** The words of `text` without a suffix: the last one is the surname. */
  readonly words: readonly string[]
}

/** Also handles "Lastname, Firstname", "J. T. Poston", "12. Firstname Lastname (a)" and the like. */
export function toComparableName(name: string): ComparableName {
  const words = joinInitials(toReadingOrder(name).flatMap(toWords))
  const rotations = words.map((_word, index) => [...words.slice(index), ...words.slice(0, index)].join(''))
  const bare = words.filter((word, index) => index === 0 || !nameSuffixes.has(word))
  return { text: words.join(' '), rotations, words: bare }
}

/** The name as written, with single spaces and composed accents. */
export function collapseSpaces(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Puts "Love III, Davis" and "Davis Love, III" in spoken order. A number before the name is a list number. */
function toReadingOrder(name: string): string[] {
  const [family = '', ...rest] = name
    .replace(/\([^)]*\)|\[[^\]]*\]/gu, ' ')
    .replace(/^\s*\d+\s*[.):]?\s+(?=\p{L})/u, '')
    .split(',')
  const isFirstName = (part: string) => toWords(part).some((word) => !nameSuffixes.has(word))
  return [...rest.filter(isFirstName), family, ...rest.filter((part) => !isFirstName(part))]
}

function toWords(part: string): string[] {
  return foldLetters(part)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** "j t poston" is "jt poston". A single initial stays alone. */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let afterInitial = false
  for (const word of words) {
    const isInitial = /^\p{L}$/u.test(word)
    if (isInitial && afterInitial) joined.push((joined.pop() ?? '') + word)
    else joined.push(word)
    afterInitial = isInitial
  }
  return joined
}
