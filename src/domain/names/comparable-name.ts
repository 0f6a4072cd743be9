import { foldLetters } from './folded-names.ts'
import { nameSuffixes } from './names.ts'

/**
 * A golfer's name normalised for comparison: what different spellings of it have in common. Never shown.
 */
export type ComparableName = ReturnType<typeof toComparableName>

/** Prepares a name for comparison. Handles "Lastname, Firstname", "J. T. Poston", "Mc Ilroy", "12. Firstname Lastname (a)" and the like. */
export function toComparableName(name: string) {
  const all = joinInitials(toReadingOrder(name.replace(birthMonth, ' ')).flatMap(toWords))
  const isSuffix = (word: string, index: number) => index > 0 && nameSuffixes.has(word)
  return {
    /** The name as written, with single spaces and composed accents. */
    written: name.normalize('NFC').replace(/\s+/gu, ' ').trim(),
    /** Words without case, accents, apostrophes, brackets and suffix, first name first: "jt", "poston". The last is the surname. */
    words: joinPrefixes(all.filter((word, index) => !isSuffix(word, index))),
    /** "jr", "iii", or empty. */
    suffix: all.filter(isSuffix).join(' '),
  }
}

/** "hoejgaard", "hojgaard" and "hojgard" become the same: å, ä, ö, ø and ü are written with one letter or two. */
export function foldTransliterations(folded: string): string {
  return folded.replace(/a[ae]*/g, 'a').replace(/([ou])e+/g, '$1')
}

/** Some rankings distinguish golfers of the same name by "Oct1987"; the feed does not. */
const birthMonth = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?\s?(?:19|20)\d\d\b/giu

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
  return toWords(words.join(' ').replace(/(?<!\S)(\p{L}) (?=\p{L}(?!\S))/gu, '$1'))
}

/** "rory mc ilroy" is "rory mcilroy". */
function joinPrefixes(words: readonly string[]): string[] {
  return toWords(words.join(' ').replace(/(?<= )(mac|mc) /g, '$1'))
}
