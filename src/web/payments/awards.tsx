import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/paths.ts'
import type { ListedPrize, PrizeChange } from '#contract/payment-contract.ts'
import { formatAmount } from '#domain/payments/amount.ts'
import { type Fee, formatMoney } from '#domain/payments/fee.ts'
import { describePrize, toPrizeKey } from '#domain/payments/payouts.ts'
import { hasRole } from '#domain/permissions.ts'
import { awardPrizes } from '#domain/results/pot-split.ts'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { Choice } from '#web/ui/field.tsx'
import styles from './fee-panel.module.css'
import { PrizeOrderLine } from './prize-order-line.tsx'

type Props = {
  tournament: Pick<Tournament, 'id' | 'fee' | 'trueAnswers'>
  fee: Fee
  pot: number
  standings: Standings
}

/** Who gets what of the pot, after the end, and what was paid out (docs/rules.md, 13.2). Organisers can tick each prize. */
export function Awards({ tournament, fee, pot, standings }: Props) {
  const { id } = tournament
  const { awards, left } = useMemo(() => awardPrizes(tournament, standings, pot), [tournament, pot, standings])
  const { data: user } = useQuery(userQuery)
  const query = resourceQuery<ListedPrize[]>(queryKeys.prizes(id), api.prizes(id), { staleTime: 10_000 })
  const { data: prizes = [] } = useQuery(query)
  const marking = usePrizeMarking(id)
  const byKey = new Map(prizes.map((prize) => [toKey(prize), prize]))
  const lines = awards.slice(0, maxLines).map((award) => {
    const { userId, entryNumber, displayName: name } = standingAt(standings, award.line)
    const { minor } = award
    const prize = { userId, entryNumber, prize: toPrizeKey(award), title: describePrize(award), name, minor }
    const paid = byKey.get(toKey(prize))?.paid ?? null
    byKey.delete(toKey(prize))
    return { ...prize, paid }
  })
  const former = [...byKey.values()].filter(({ minor }) => minor === 0)
  return (
    <>
      <ul className="lines">
        {[...lines, ...former].map((prize) => (
          <li key={toKey(prize)}>
            <span>
              <span className="soft">{prize.title}</span> {prize.name}
              <PaidText prize={prize} />
            </span>
            <span className={styles.amount}>
              <span className="number">{formatMoney(prize.minor, fee)}</span>
              {user && hasRole(user, 'power') && (
                <Choice
                  aria-label={`Paid out: ${prize.title}, ${prize.name}`}
                  checked={isTicked(prize, marking)}
                  disabled={marking.isPending}
                  onChange={(isPaid) => {
                    const { userId, entryNumber, prize: key } = prize
                    marking.mutate({ userId, entryNumber, prize: key, isPaid })
                  }}
                >
                  Paid
                </Choice>
              )}
            </span>
          </li>
        ))}
      </ul>
      {marking.error && <p role="alert">The prize was not marked. {toProblemText(marking.error)}</p>}
      {awards.length > maxLines && <p className="small-print">And {awards.length - maxLines} more who tie.</p>}
      <PrizeOrderLine tournament={tournament} standings={standings} />
      <p className="small-print">
        The pot was {formatMoney(pot, fee)}.{left > 0 && ` ${formatMoney(left, fee)} is left.`}
      </p>
    </>
  )
}

/** A tick shows at once; if it is refused, it goes again. */
function isTicked(prize: ListedPrize, { isPending, variables }: ReturnType<typeof usePrizeMarking>): boolean {
  return isPending && variables !== undefined && toKey(variables) === toKey(prize)
    ? variables.isPaid
    : prize.paid !== null
}

/** What was paid out. Everybody sees their own, organisers all. */
function PaidText({ prize: { minor, paid } }: { prize: ListedPrize }) {
  if (paid === null) return null
  return (
    <span className="small-print">
      {' '}
      {paid.minor === minor ? 'paid out' : `${formatAmount(paid.minor, paid.currency)} was paid out`}
    </span>
  )
}

function usePrizeMarking(tournamentId: number) {
  const client = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: PrizeChange) => client.send<ListedPrize[]>('POST', api.adminPrizes(tournamentId), change),
    onSuccess: (prizes) => queries.setQueryData(queryKeys.prizes(tournamentId), prizes),
  })
}

const toKey = ({ userId, entryNumber, prize }: Pick<ListedPrize, 'userId' | 'entryNumber' | 'prize'>) =>
  `${userId} ${entryNumber} ${prize}`

/** Limits the list: hundreds of entries can tie. */
const maxLines = 50
