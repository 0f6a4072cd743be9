import { sortByName } from '#domain/names/names.ts'
import { describeAmountDue, type Fee, getAmountDue, readFee } from './fee.ts'

/** What organisers have noted of the money of one tournament. Amounts are in the smallest unit of their currency. */
export type TournamentMoney = {
  readonly name: string
  readonly fee: Fee
  /** It was ended without places: nothing is due, and fees go back. */
  readonly isCancelled: boolean
  /** Everybody with an entry record, and whether they have paid the fee. */
  readonly people: readonly { userId: number; name: string; isEntered: boolean; isPaid: boolean }[]
  readonly prizesWon: readonly { userId: number; name: string; minor: number }[]
  readonly prizesPaid: readonly { userId: number; name: string; minor: number; currency: string }[]
}

/** A person's sums in one currency. What was paid too much is negative where it is due. */
export type BalanceSums = {
  readonly currency: string
  readonly feesPaid: number
  readonly feesDue: number
  /** Fees to be given back: of a tournament that was cancelled, or of an entry that was withdrawn. */
  readonly refundsDue: number
  readonly prizesPaid: number
  readonly prizesDue: number
}

/** A person's money over some tournaments. */
export type Balance = {
  readonly userId: number
  readonly name: string
  readonly sums: readonly BalanceSums[]
  /** Fees in words, which cannot be added. */
  readonly inWords: readonly { tournament: string; fee: string; isPaid: boolean }[]
}

const nothing = { feesPaid: 0, feesDue: 0, refundsDue: 0, prizesPaid: 0, prizesDue: 0 }

/** The balances of everybody who owes, has paid, or has won something in these tournaments, by name (docs/rules.md, 13.3). */
export function toBalances(tournaments: readonly TournamentMoney[]): Balance[] {
  const balances = new Map<number, OpenBalance>()
  for (const tournament of tournaments) addTournament(balances, tournament)
  const sorted = sortByName([...balances].map(([userId, open]) => ({ id: userId, userId, ...open })))
  return sorted.map(({ userId, name, sums, inWords }) => ({
    ...{ userId, name, inWords },
    sums: [...sums].map(([currency, amounts]) => ({ currency, ...amounts })),
  }))
}

type Amounts = Omit<BalanceSums, 'currency'>
type OpenBalance = { name: string; sums: Map<string, Amounts>; inWords: Balance['inWords'][number][] }

function addTournament(balances: Map<number, OpenBalance>, tournament: TournamentMoney): void {
  const { name: tournamentName, fee, isCancelled, people, prizesWon, prizesPaid } = tournament
  const amount = getAmountDue(fee)
  const { price } = readFee(fee)
  const open = ({ userId, name }: { userId: number; name: string }): OpenBalance => {
    const balance = balances.get(userId) ?? { name, sums: new Map(), inWords: [] }
    balances.set(userId, balance)
    return balance
  }
  const add = (person: { userId: number; name: string }, currency: string, field: keyof Amounts, minor: number) => {
    const { sums } = open(person)
    const before = sums.get(currency) ?? nothing
    sums.set(currency, { ...before, [field]: before[field] + minor })
  }
  for (const person of people) {
    const { isEntered, isPaid } = person
    const isDue = !isCancelled && (isEntered || (isPaid && fee.keepsWithdrawn))
    if (!(isDue || isPaid)) continue
    if (amount === null || price === null)
      open(person).inWords.push({ tournament: tournamentName, fee: describeAmountDue(fee), isPaid })
    else if (!isPaid) add(person, price.currency, 'feesDue', amount)
    else add(person, price.currency, isDue ? 'feesPaid' : 'refundsDue', amount)
  }
  for (const person of prizesWon) if (price !== null) add(person, price.currency, 'prizesDue', person.minor)
  for (const person of prizesPaid) {
    add(person, person.currency, 'prizesPaid', person.minor)
    add(person, person.currency, 'prizesDue', -person.minor)
  }
}

/** What the person is owed by the pool, all in all; negative if they owe it. */
export function toTotal({ feesDue, refundsDue, prizesDue }: BalanceSums): number {
  return prizesDue + refundsDue - feesDue
}
