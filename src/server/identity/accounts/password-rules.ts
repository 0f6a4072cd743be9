import { isTooLong } from './passwords.ts'

const minLength = 8

/**
 * Returns what is wrong with a new password, or undefined. Checks only length and commonness: composition rules make
 * passwords worse (docs/security.md, 6.1).
 */
export function findPasswordError(
  password: string,
  owner: { email: string; name: string },
): string | undefined {
  if ([...password].length < minLength) return `Use at least ${minLength} characters.`
  if (isTooLong(password)) return 'Use at most 1,024 bytes.'
  if (isPattern(password) || isCommon(password)) return 'This password is too common. Choose another.'
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
    if (
      pieces.every(
        (piece) => runs.some((run) => run.includes(piece)) && (piece.length > 2 || pieces.length === 1),
      )
    )
      return true
  }
  return false
}

/**
 * The most common words in leaked passwords. Digits, punctuation, capitals and digits in place of letters are removed before
 * the comparison, so each word covers hundreds of variants: `Password1!`, `p4ssw0rd2026`, `passwordpassword`.
 */
const commonWords = new Set(
  `password passwort passwords passw pass passe motdepasse contrasena wachtwoord senha parola haslo kennwort secret secreto
  geheim qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx iloveyou ilove loveyou iloveu loveme love lover
  lovers mylove princess princesa prince monkey dragon master sunshine shadow superman batman spiderman pokemon naruto
  starwars football futbol fussball baseball basketball softball hockey soccer tennis golfer golf golfing golfball birdie
  eagle tiger tigers augusta masters liverpool chelsea arsenal barcelona manchester united juventus realmadrid ronaldo messi
  yankees cowboys steelers eagles packers lakers raiders redsox patriots michael michelle jordan jennifer jessica ashley
  charlie thomas daniel andrew joshua matthew anthony robert william nicole hannah amanda samantha elizabeth victoria
  jonathan alexander nicholas christian christopher stephanie patrick maggie buster ginger pepper cookie cheese chocolate
  banana orange purple yellow flower butterfly summer winter spring autumn monday friday sunday january february march april
  june july august september october november december welcome willkommen bienvenue hello hellokitty hallo letmein login
  logmein signin admin administrator root toor guest user username test testing tester testtest default changeme change
  temp temporary access computer internet samsung google facebook microsoft windows apple iphone android whatever
  nothing trustno trustnoone freedom mustang harley corvette ferrari porsche mercedes yamaha jaguar killer hunter ranger
  warrior ninja wizard pirate phoenix matrix merlin falcon thunder lightning rainbow unicorn angel angels babygirl baby
  babyboy sweety sweetie honey beautiful handsome jesus jesuschrist christ heaven blessed faith money bitch fuckyou fuckme
  fuck asshole pussy sexy blink eminem metallica nirvana slipknot forever family friends mother father brother sister
  england london paris berlin america canada australia germany france italia ireland scotland playerpool pool player
  tournament leaderboard company office school student teacher`.split(/\s+/),
)

function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  return [lower, replaceLeetCharacters(lower)].some((text) => {
    const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    return commonWords.has(word) || isCommonPair(word)
  })
}

/** Two of the words, or the same one twice: `lovepassword`, `monkey-monkey`. */
function isCommonPair(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '')
  if (letters !== word && commonWords.has(letters)) return true
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
  return own.some(
    (text) => text.length > 2 && (word === text.replace(/\d+$/, '') || simple(password) === text),
  )
}
