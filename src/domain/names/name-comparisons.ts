import { type ComparableName, foldTransliterations } from './comparable-name.ts'

/**
 * How names agree (docs/rules.md, 8.2). `same`: the same name in two spellings. `similar`: initials, shortened first names or
 * another word order. `loose`: right only among names that all mean somebody in the field.
 */
export type Agreement = 'same' | 'similar' | 'loose'

/** One way of comparing two names. They agree if they share a key and `agree` is true. */
type NameComparison = {
  readonly agreement: Agreement
  readonly listKeys: (name: ComparableName) => readonly string[]
  readonly agree: (name: ComparableName, other: ComparableName) => boolean
}

/** All comparisons, the strictest first. */
export const nameComparisons: readonly NameComparison[] = [
  { agreement: 'same', listKeys: ({ written }) => [written], agree: () => true },
  { agreement: 'same', listKeys: ({ words }) => [words.join('')], agree: haveSameSuffix },
  { agreement: 'same', listKeys: listTransliterated, agree: haveSameSuffix },
  { agreement: 'similar', listKeys: listTransliterated, agree: areSuffixesCompatible },
  { agreement: 'similar', listKeys: listRotations, agree: areSuffixesCompatible },
  { agreement: 'similar', listKeys: listSurname, agree: haveInitials },
  { agreement: 'similar', listKeys: listSurname, agree: areShortened },
  { agreement: 'loose', listKeys: listSurname, agree: isFirstNameMissing },
]

/** The suffix is the same, or one of the two names has none. */
function areSuffixesCompatible(name: ComparableName, other: ComparableName): boolean {
  return name.suffix === '' || other.suffix === '' || haveSameSuffix(name, other)
}

function haveSameSuffix(name: ComparableName, other: ComparableName): boolean {
  return name.suffix === other.suffix
}

function listTransliterated({ words }: ComparableName): string[] {
  return [foldTransliterations(words.join(''))]
}

/** "im sung jae" and "sungjae im" share "sungjaeim". */
function listRotations({ words }: ComparableName): string[] {
  return words.map((_word, index) => foldTransliterations([...words.slice(index), ...words.slice(0, index)].join('')))
}

function listSurname({ words }: ComparableName): string[] {
  const surname = words.at(-1) ?? ''
  return surname.length > 1 ? [foldTransliterations(surname)] : []
}

/** "kh lee" and "kyoung hoon lee". */
function haveInitials(name: ComparableName, other: ComparableName): boolean {
  const [first, second] = [listFirstNames(name), listFirstNames(other)]
  return areSuffixesCompatible(name, other) && (isInitials(first, second) || isInitials(second, first))
}

function isInitials(short: readonly string[], long: readonly string[]): boolean {
  return long.length > 1 && short.join('') === long.map((word) => Array.from(word)[0]).join('')
}

/** "v hovland", "alex noren", "mark d anderson": first names shortened, or names after the first missing. */
function areShortened(listed: ComparableName, other: ComparableName): boolean {
  const [short = [], long = []] = [listFirstNames(listed), listFirstNames(other)].toSorted(
    (a, b) => a.length - b.length,
  )
  let position = -1
  const isPrefix = (word: string, index: number) => {
    const isLike = (name: string) => name.startsWith(word) || word.startsWith(name)
    position = long.findIndex((name, at) => at > position && isLike(name))
    return index === 0 ? position === 0 : position > 0
  }
  return short.length > 0 && areSuffixesCompatible(listed, other) && short.every(isPrefix)
}

/** "hovland" */
function isFirstNameMissing(name: ComparableName, other: ComparableName): boolean {
  return areSuffixesCompatible(name, other) && (name.words.length === 1 || other.words.length === 1)
}

function listFirstNames({ words }: ComparableName): readonly string[] {
  return words.slice(0, -1)
}
