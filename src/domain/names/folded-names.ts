/** Names of golfers and people, folded for searching. */
import { foldAccents } from './names.ts'

/** Letters that Unicode does not decompose, as people type them on a keyboard without them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** The text in plain lower-case letters: no accents, no apostrophes, "ø" as "o". Other punctuation stays. */
export function foldLetters(text: string): string {
  return foldAccents(text)
    .replace(/\p{M}/gu, '')
    .replace(/[æðđıłøœßþ]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/['`´ʻʼʹ‘’‛′]/gu, '')
}

/** A name normalised for search, its words separated by one space: "Á. Højgaard-O'Neil" is "a hojgaard oneil". */
export function foldName(name: string): string {
  return foldLetters(name)
    .replace(/\./g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words of a search query, each to be found in a folded name. Empty for a query without letters and digits. */
export function foldWords(query: string): string[] {
  return foldName(query).split(' ').filter(Boolean)
}
