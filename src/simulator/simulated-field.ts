import { createRandom, type Random } from './seeded-random.ts'
import { edgeCaseNames, nameOrigins } from './simulated-names.ts'

/** 52 groups of three: the size of a full field on a long summer day. */
export const fieldSize = 156

export type SimulatedGolfer = Readonly<ReturnType<typeof createGolfer>>

const amateurCount = 4
const colleges = ['Northfield St', 'Lake Prairie', 'Coastal Tech', 'Old Mesa', 'Redwood Valley', 'Plains A&M']

/** As on the real tour, most golfers come from one country. */
const americanCount = 92

/** The 156 golfers of a seed, in random order. */
export function createField(seed: string | number): readonly SimulatedGolfer[] {
  return listNames(seed).map(({ name, code }, index) => createGolfer(seed, index, name, code))
}

function listNames(seed: string | number): { name: string; code: string }[] {
  const random = createRandom(seed, 'names')
  const names = nameOrigins.flatMap(({ code, given, family }) =>
    family.map((familyName) => ({ name: `${random.pick(given)} ${familyName}`, code })),
  )
  const [home, abroad] = [names.filter(({ code }) => code === 'usa'), names.filter(({ code }) => code !== 'usa')]
  return random.shuffle([
    ...edgeCaseNames,
    ...random.shuffle(home).slice(0, americanCount),
    ...random.shuffle(abroad).slice(0, fieldSize - americanCount - edgeCaseNames.length),
  ])
}

function createGolfer(seed: string | number, index: number, name: string, code: string) {
  const random = createRandom(seed, 'golfer', index)
  const home = nameOrigins.find((origin) => origin.code === code)
  if (home === undefined) throw new Error(`no origin has the code ${code}`)
  const amateur = index < amateurCount
  const skill = Math.max(-3, Math.min(3, random.normal() * 1.1 - (amateur ? 1.5 : 0)))
  return {
    /** Index in the field, from 0. */
    index,
    // No real golfer has these ids, so no real person's picture is shown.
    espnId: String(90_000 + ((index * 61 + 17) % fieldSize) * 59),
    name,
    /** Three letters, as in the URLs of the flags. */
    countryCode: code,
    birthPlace: home.city,
    birthDay: birthDayOf(random, amateur),
    hand: random.next() < 0.93 ? 'R' : 'L',
    college: amateur || random.next() < 0.5 ? random.pick(colleges) : undefined,
    amateur,
    hasHeadshot: !amateur && random.next() < 0.8,
    /** Strokes per round better than the average of a field: -3 … 3. */
    skill,
    /** People's estimate of the skill, usually close. The pool's tiers follow it. */
    reputation: skill + random.normal() * 0.5,
  }
}

function birthDayOf(random: Random, amateur: boolean): string {
  const year = amateur ? random.between(2003, 2007) : random.between(1975, 2003)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${year}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`
}
