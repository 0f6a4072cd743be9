import { toAnswerNumber } from '#domain/text/answer-number.ts'
import { formatList, formatNumber, toOrdinal, truncate } from '#domain/text/format.ts'
import type { Entry } from '#domain/tournament/tournament.ts'

type Person = Pick<Entry, 'id' | 'name' | 'tiebreakers'>

/** A person with the distances of their answers from the true ones. */
type Compared = Person & { readonly first: number; readonly second: number }

/** People who share a place, the closest answers first. */
export type Tie = { readonly people: readonly Compared[]; readonly trueAnswers: readonly string[] }

/**
 * Sorts people who share a place by their answers (docs/rules.md, 2.2): the first answer closest to the true one, then the
 * second. An empty true answer compares nothing. People who are level stay in their order.
 */
export function breakTie(people: readonly Person[], trueAnswers: readonly string[]): Tie {
  const compared = people.map((person) => ({
    ...person,
    first: toDistance(person.tiebreakers[0], trueAnswers[0]),
    second: toDistance(person.tiebreakers[1], trueAnswers[1]),
  }))
  return { people: compared.sort(compare), trueAnswers }
}

/** The people of a tie by their answers, those who are level together in one step. */
export function groupLevel<T extends Person>(people: readonly T[], trueAnswers: readonly string[]): T[][] {
  const byId = new Map(people.map((person) => [person.id, person]))
  const steps: { first: Compared; people: T[] }[] = []
  for (const compared of breakTie(people, trueAnswers).people) {
    const person = byId.get(compared.id)
    const step = steps.at(-1)
    if (person === undefined) continue
    if (step && compare(step.first, compared) === 0) step.people.push(person)
    else steps.push({ first: compared, people: [person] })
  }
  return steps.map(({ people }) => people)
}

function compare(a: Compared, b: Compared): number {
  return a.first - b.first || a.second - b.second
}

/** The distance of an answer that is not a number: further than that of any number. */
const furthest = Number.MAX_SAFE_INTEGER

/** The distance of an answer from the true one, in hundredths so that decimals compare exactly. */
function toDistance(answer = '', trueAnswer = ''): number {
  const wanted = toAnswerNumber(trueAnswer)
  const given = toAnswerNumber(answer)
  if (wanted === null) return 0
  return given === null ? furthest : Math.round(Math.abs(given - wanted) * 100)
}

/**
 * Why somebody is where they are in a tie: "1st of 2 in the tie, ahead of Bo by the first answer (277): 278 is 1 off, 280 is
 * 3 off." Empty if nobody else shares the place, or without true answers.
 */
export function toTieText({ people, trueAnswers }: Tie, entryId: number): string {
  const own = people.find(({ id }) => id === entryId)
  if (!own || people.length < 2 || trueAnswers.every((answer) => toAnswerNumber(answer) === null)) return ''
  const rank = people.findIndex((other) => compare(other, own) === 0)
  const [equal, ...more] = people.filter((other) => other !== own && compare(other, own) === 0)
  const start = `${toOrdinal(rank + 1)} of ${formatNumber(people.length)} in the tie,`
  if (equal) return `${start} level with ${formatList([equal.name], more.length)}: the answers don’t decide it.`
  const other = people[rank === 0 ? 1 : rank - 1] ?? own
  const index = own.first === other.first ? 1 : 0
  const by = `the ${index === 0 ? 'first' : 'second'} answer (${trueAnswers[index]})`
  const [answer, otherAnswer] = [own, other].map((one) => toOffText(one.tiebreakers[index], trueAnswers[index]))
  return `${start} ${rank === 0 ? 'ahead of' : 'behind'} ${other.name} by ${by}: ${answer}, ${otherAnswer}.`
}

/** The sentence of `toTieText` about the person who is ahead of all others, with their name; empty if nobody is. */
export function toTieWinnerText(tie: Tie): string {
  const [first, second] = tie.people
  const text = first && second && compare(first, second) !== 0 ? toTieText(tie, first.id) : ''
  return text && `${first?.name} is ${text}`
}

/** "278 is 1 off", "277 is exact", "“many” isn’t a number". */
export function toOffText(answer = '', trueAnswer = ''): string {
  const distance = toDistance(answer, trueAnswer)
  if (distance === furthest) return `“${truncate(answer, 20)}” isn’t a number`
  return `${answer} is ${distance === 0 ? 'exact' : `${formatNumber(distance / 100)} off`}`
}
