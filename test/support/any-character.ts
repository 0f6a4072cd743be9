import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/**
 * Any character but half a surrogate pair: the unit `binary` of fast-check, which takes a second to list them all when it is
 * first used.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff - surrogates }).map(toCharacter, toNumber)

function toCharacter(number: number): string {
  return String.fromCodePoint(number < firstSurrogate ? number : number + surrogates)
}

/** The library adds words such as `__proto__` if it can take them apart. */
function toNumber(character: unknown): number {
  const [first = '', ...others] = typeof character === 'string' ? [...character] : []
  const code = first.codePointAt(0)
  if (code === undefined || others.length > 0 || !first.isWellFormed()) throw new Error('It is not one character.')
  return code < firstSurrogate ? code : code - surrogates
}
