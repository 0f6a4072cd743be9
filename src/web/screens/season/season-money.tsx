import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { BalanceList } from '#contract/payment-contract.ts'
import { formatAmount } from '#domain/payments/amount.ts'
import { type BalanceSums, toTotal } from '#domain/payments/balance.ts'
import { formatCount } from '#domain/text/format.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { SmallTable } from '#web/ui/small-table.tsx'

type Props = { seasonKey: string; isOrganiser: boolean }

/** What each person has paid, owes, was paid and is owed over the season: organisers see all (docs/rules.md, 13.3). */
export function SeasonMoney({ seasonKey, isOrganiser }: Props) {
  const query = resourceQuery<BalanceList>(queryKeys.seasonBalances(seasonKey), api.seasonBalances(seasonKey), {
    staleTime: 10_000,
  })
  const { data, error, refetch } = useQuery(query)
  if (error !== null)
    return (
      <p role="alert">
        {toProblemText(error)}{' '}
        <button type="button" className="button-text" onClick={() => refetch()}>
          Try again
        </button>
      </p>
    )
  if (data === undefined) return <p role="status">Adding up…</p>
  if (data.length === 0)
    return <p>{isOrganiser ? 'No one owes or gets anything' : 'You owe nothing and get nothing'} in this season.</p>
  return (
    <div className="stack-close">
      <Sums balances={data} isOrganiser={isOrganiser} />
      <InWords balances={data} isOrganiser={isOrganiser} />
      <p className="small-print">
        {isOrganiser ? 'As organisers have noted it' : 'As the organisers have noted it'}: this site moves no money.
      </p>
    </div>
  )
}

const initialRows = 20

type ListProps = { balances: BalanceList; isOrganiser: boolean }

/** A row for each person and currency, and for organisers the sum of each currency. */
function Sums({ balances, isOrganiser }: ListProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const lines = balances.flatMap(({ userId, name, sums }) => sums.map((amounts) => ({ userId, name, amounts })))
  if (lines.length === 0) return null
  const shown = isExpanded ? lines : lines.slice(0, initialRows)
  const rows = shown.map(({ userId, name, amounts }) => ({
    key: `${userId} ${amounts.currency}`,
    cells: [isOrganiser ? name : 'You', ...toCells(amounts)],
  }))
  const totals = addUp(lines.map(({ amounts }) => amounts)).map((amounts) => ({
    key: amounts.currency,
    weight: 'strong' as const,
    cells: ['All together', ...toCells(amounts).slice(0, 2), ''],
  }))
  return (
    <>
      <SmallTable
        label="Fees and prizes"
        columns={['Name', 'Fees', 'Prizes', 'Balance']}
        heading="Name"
        numbers={3}
        rows={isOrganiser ? [...rows, ...totals] : rows}
      />
      {shown.length < lines.length && (
        <button type="button" className="button-secondary" onClick={() => setIsExpanded(true)}>
          Show all {formatCount(lines.length, 'line')}
        </button>
      )}
    </>
  )
}

/** The fees, the prizes and what is left between them. */
function toCells(amounts: BalanceSums): string[] {
  const { currency, feesPaid, feesDue, refundsDue, prizesPaid, prizesDue } = amounts
  const list = (...parts: [minor: number, what: string][]) => {
    const texts = parts
      .filter(([minor]) => minor !== 0)
      .map(([minor, what]) => `${formatAmount(minor, currency)} ${what}`)
    return texts.length === 0 ? '–' : texts.join(', ')
  }
  return [
    list([feesPaid, 'paid'], [feesDue, 'due'], [refundsDue, 'to give back']),
    list([prizesPaid, 'paid'], [prizesDue, 'due']),
    toBalanceText(amounts),
  ]
}

/** "owes £10.00", "gets £40.00" or "settled". */
function toBalanceText(amounts: BalanceSums): string {
  const total = toTotal(amounts)
  if (total === 0) return 'settled'
  const text = formatAmount(Math.abs(total), amounts.currency)
  return total > 0 ? `gets ${text}` : `owes ${text}`
}

function addUp(all: readonly BalanceSums[]): BalanceSums[] {
  return [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, sums]) => {
    const add = (field: Exclude<keyof BalanceSums, 'currency'>) =>
      sums.reduce((sum, amounts) => sum + amounts[field], 0)
    return {
      currency,
      feesPaid: add('feesPaid'),
      feesDue: add('feesDue'),
      refundsDue: add('refundsDue'),
      prizesPaid: add('prizesPaid'),
      prizesDue: add('prizesDue'),
    }
  })
}

/** Fees in words, which cannot be added. */
function InWords({ balances, isOrganiser }: ListProps) {
  const lines = balances.flatMap(({ userId, name, inWords }) => inWords.map((line) => ({ ...line, userId, name })))
  if (lines.length === 0) return null
  return (
    <ul className="lines" aria-label="Fees in words">
      {lines.map(({ userId, name, tournament, fee, isPaid }) => (
        <li key={`${userId} ${tournament}`}>
          <span>{isOrganiser ? `${name}, ${tournament}: ${fee}` : `${tournament}: ${fee}`}</span>
          <span>{isPaid ? 'paid' : 'due'}</span>
        </li>
      ))}
    </ul>
  )
}
