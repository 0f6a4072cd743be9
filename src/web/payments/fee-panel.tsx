import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { api } from '#contract/paths.ts'
import type { OwnPayment } from '#contract/payment-contract.ts'
import { describeAmountDue, type Fee, formatMoney, readFee } from '#domain/payments/fee.ts'
import { describePrize } from '#domain/payments/payouts.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { toDateAndClock } from '#web/time/time-text.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import styles from './fee-panel.module.css'

const Awards = lazyNamed(() => import('./awards.tsx'), 'Awards')

type FeePanelProps = {
  tournament: Pick<
    Tournament,
    'id' | 'start' | 'active' | 'cancelledReason' | 'endedBeforeStart' | 'fee' | 'trueAnswers'
  >
  /** The final standings. With them, the panel shows who gets what. */
  standings?: Standings
}

/** The viewer's fee and the payouts. Renders nothing for a tournament without a fee (docs/rules.md, 13). */
export function FeePanel({ tournament, standings }: FeePanelProps) {
  const { id, active, cancelledReason, fee } = tournament
  const path = api.payment(id)
  const query = resourceQuery<OwnPayment>(queryKeys.payment(id), path, { staleTime: 10_000 })
  const hasStarted = useHasStarted(tournament)
  const { data: own } = useQuery({ ...query, enabled: fee !== undefined })
  if (fee === undefined) return null
  const pot = own?.pot ?? null
  // Whoever has not entered by the start owes nothing.
  const concernsViewer = own !== undefined && (own.isDue || own.paidAt !== null || !hasStarted)
  const isEnded = !active && cancelledReason === undefined
  return (
    <section className={`stack-tight ${styles.panel}`} aria-labelledby="fee">
      <h3 id="fee">{toTitle(isEnded, concernsViewer)}</h3>
      {concernsViewer && <OwnFee fee={fee} own={own} />}
      {isEnded && pot !== null && standings !== undefined ? (
        <Suspense>
          <Awards tournament={tournament} fee={fee} pot={pot} standings={standings} />
        </Suspense>
      ) : (
        <Payouts fee={fee} pot={pot} />
      )}
      <p className="small-print">This site moves no money: you and the organiser settle it between you.</p>
    </section>
  )
}

function toTitle(isEnded: boolean, concernsViewer: boolean): string {
  if (isEnded) return 'Who gets what'
  return concernsViewer ? 'Fee' : 'Payouts'
}

function OwnFee({ fee, own: { isDue, paidAt } }: { fee: Fee; own: OwnPayment }) {
  if (paidAt !== null) {
    return (
      <p>
        {describeAmountDue(fee)} received <time dateTime={paidAt}>{toDateAndClock(paidAt)}</time>.
      </p>
    )
  }
  return (
    <>
      <p>
        {isDue ? 'You owe' : 'Playing costs'} <strong>{describeAmountDue(fee)}</strong>
        {isDue ? ', not received yet.' : '.'}
      </p>
      {fee.howToPay !== '' && (
        <p className={styles.text}>
          <span className="soft">How to pay: </span>
          <LinkedText text={fee.howToPay} />
        </p>
      )}
    </>
  )
}

/** Web addresses become links; everything else stays text. */
function LinkedText({ text }: { text: string }): ReactNode {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are identified by their index.
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  )
}

function Payouts({ fee, pot }: { fee: Fee; pot: number | null }) {
  const { payouts } = readFee(fee)
  if (payouts.length === 0) return null
  return (
    <>
      <ul className="lines">
        {payouts.map((payout) => (
          <li key={describePrize(payout)}>
            <span>{describePrize(payout)}</span>
            <span className="number">
              {payout.unit === 'percent' ? `${payout.value / 100}%` : formatMoney(payout.value, fee)}
            </span>
          </li>
        ))}
      </ul>
      {fee.tiesByAnswers && (
        <p className="small-print">If entries tie, the tiebreaker answers decide who gets which prize.</p>
      )}
      {pot !== null && (
        <p className="small-print">
          The pot is {formatMoney(pot, fee)}
          {fee.countsPaid ? ' received so far' : ' so far'}.
        </p>
      )}
    </>
  )
}
