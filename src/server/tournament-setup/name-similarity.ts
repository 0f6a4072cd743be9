import Fuse, { type IFuseOptions } from 'fuse.js'

/** How similar two names must be (docs/rules.md, 8.2). */
type Similarity = Pick<IFuseOptions<string>, 'threshold' | 'distance' | 'ignoreLocation'> & { threshold: number }

type Scored<T> = { readonly item: T; readonly score: number }

const maxPatternLength = 32
/** Fewer letters occur in every name. */
const minPatternLength = 3

/** The items whose text is similar to `name`, in their order. A lower score is a better match. */
export function findSimilar<T>(
  name: string,
  items: readonly T[],
  toText: (item: T) => string,
  similarity: Similarity,
): Scored<T>[] {
  if (name.length < minPatternLength) return []
  const pattern = name.slice(0, maxPatternLength)
  return items.flatMap((item) => {
    const text = toText(item)
    if (!mayMatch(pattern, text, similarity.threshold)) return []
    const { isMatch, score } = Fuse.match(pattern, text, similarity)
    return isMatch ? [{ item, score }] : []
  })
}

/**
 * False if too many letters of the pattern do not occur in the text: each of them is at least one error. Costs a
 * fraction of the fuzzy comparison and rules out nearly every golfer.
 */
function mayMatch(pattern: string, text: string, threshold: number): boolean {
  let missing = 0
  for (let index = 0; index < pattern.length; index += 1) {
    if (!text.includes(pattern.charAt(index))) missing += 1
  }
  return missing / pattern.length <= threshold
}
