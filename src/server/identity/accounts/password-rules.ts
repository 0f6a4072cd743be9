import { isTooLong } from './passwords.ts'

const minLength = 8

/**
 * Returns what is wrong with a new password, or undefined. Checks only its length and whether it is common: composition
 * rules make passwords worse (docs/security.md, 6.1).
 */
export async function findPasswordError(
  password: string,
  owner: { email: string; name: string },
): Promise<string | undefined> {
  if ([...password].length < minLength) return `Use at least ${minLength} characters.`
  if (isTooLong(password)) return 'Use at most 1,024 bytes.'
  if (isPattern(password) || isCommon(password, await loadCommonPasswords()))
    return 'This password is too common. Choose another.'
  if (isAboutOwner(password, owner)) return 'Do not use your name or email address as the password.'
  return undefined
}

/** A few repeated characters, a repeated block, or a run along the alphabet, the digits or a keyboard row. */
function isPattern(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size <= 2) return true
  if (/^(.{1,4})\1+.{0,3}$/u.test(text)) return true
  return isRun(text)
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaq12wsxcde34rfvbgt56yhn',
  '!@#$%^&*()',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')])

/** Consists of at most two such runs, like `qwerty123456`. */
function isRun(text: string): boolean {
  for (let cut = 0; cut <= text.length; cut += 1) {
    const pieces = [text.slice(0, cut), text.slice(cut)].filter((piece) => piece !== '')
    if (pieces.every((piece) => runs.some((run) => run.includes(piece)) && (piece.length > 2 || pieces.length === 1)))
      return true
  }
  return false
}

/** In lower case. `words` are few enough that two of them joined are as easy to guess as one of `passwords`. */
type CommonPasswords = { passwords: ReadonlySet<string>; words: ReadonlySet<string> }

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
const maxPairedWords = 2000
let loading: Promise<CommonPasswords> | undefined

/** Loaded when it is first needed, because unpacking the list takes longer than loading all of sign-in. */
function loadCommonPasswords(): Promise<CommonPasswords> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const leaked = dictionary['passwords-common']
    const words = leaked.slice(0, maxPairedWords).filter((word) => /^\p{L}{3,}$/u.test(word))
    return { passwords: new Set([...leaked, ...golfTerms]), words: new Set([...words, ...golfTerms]) }
  })
  return loading
}

const maxDecoration = 5

/**
 * One of the common passwords, also with capitals, with digits in place of letters, repeated, or with a few digits and
 * signs around it: `Password1!`, `p4ssw0rd2026`, `monkeymonkey`.
 */
function isCommon(password: string, { passwords, words }: CommonPasswords): boolean {
  const lower = password.toLowerCase()
  return [lower, replaceLeetCharacters(lower)].some((text) => {
    const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    if (passwords.has(text) || isCommonPair(word, words)) return true
    const decoration = text.replace(word, '')
    return passwords.has(word) && (decoration.length <= maxDecoration || passwords.has(decoration))
  })
}

/** Two of the words, or the same one twice: `lovepassword`, `monkey-monkey`. */
function isCommonPair(word: string, commonWords: ReadonlySet<string>): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '')
  for (let cut = 3; cut <= letters.length - 3; cut += 1) {
    if (commonWords.has(letters.slice(0, cut)) && commonWords.has(letters.slice(cut))) return true
  }
  return false
}

const leetLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function replaceLeetCharacters(text: string): string {
  // Trailing digits are a number, not letters: "password1" means "password", not "passwordi".
  const trimmed = text.replace(/[\d\W_]+$/u, '')
  return trimmed.replace(/[013457@$!]/g, (char) => leetLetters[char] ?? char)
}

function isAboutOwner(password: string, { email, name }: { email: string; name: string }): boolean {
  const simple = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\d]/gu, '')
  const word = simple(password).replace(/\d+$/, '')
  const [local = '', domain = ''] = email.split('@')
  const site = domain.split('.').at(0) ?? ''
  const own = [email, local, name, `${local}${site}`, ...name.split(/\s+/)].map(simple)
  return own.some((text) => text.length > 2 && (word === text.replace(/\d+$/, '') || simple(password) === text))
}
