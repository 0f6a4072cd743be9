import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { isTooLong } from './passwords.ts'

const minLength = 8
/** Limits the length and the letter substitutions that are judged, so that judging a password costs little CPU. */
const limits = { maxLength: 100, l33tMaxSubstitutions: 5 }
/** A million guesses: eight random characters of any kind pass, and the limits on sign-in make a million hopeless. */
const minScore = 2
/** Likely passwords in a golf pool, in addition to those known from leaks. */
const golfTerms = [
  'playerpool',
  'golfpool',
  'tournament',
  'leaderboard',
  'birdie',
  'bogey',
  'fairway',
  'putter',
  'teetime',
]

/** Words that an attacker of this account would try first. */
type Surroundings = { email: string; name: string; poolName: string }

/**
 * Returns what is wrong with a new password, or undefined. Checks only its length and how easily it is guessed: composition
 * rules make passwords worse (docs/security.md, 6.1).
 */
export async function findPasswordError(password: string, { email, name, poolName }: Surroundings) {
  if ([...password].length < minLength) return `Use at least ${minLength} characters.`
  if (isTooLong(password)) return 'Use at most 1,024 bytes.'
  const own = [email, email.split('@')[0] ?? '', name].flatMap(listWords)
  loading ??= loadEstimator()
  const { score, sequence } = (await loading).check(password.normalize('NFKC'), [...own, ...listWords(poolName)])
  if (score >= minScore) return undefined
  const isOwn = ({ matchedWord }: MatchExtended) => own.includes(matchedWord)
  if (sequence.some(isOwn)) return 'Do not use your name or email address as the password.'
  return 'This password is too common. Choose another.'
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Loaded when it is first needed: unpacking the dictionary takes longer than loading all of sign-in. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({
    ...limits,
    dictionary: { ...dictionary, golf: golfTerms },
    graphs: adjacencyGraphs,
  })
}

/** The text itself, its words, and the words joined; also without accents. In lower case. */
function listWords(text: string): string[] {
  const lower = text.toLowerCase()
  return [lower, lower.normalize('NFKD').replace(/\p{M}/gu, '')].flatMap((spelling) => {
    const words = spelling.split(/[^\p{L}\d]+/u).filter((word) => word.length > 2)
    return [spelling, words.join(''), ...words]
  })
}
