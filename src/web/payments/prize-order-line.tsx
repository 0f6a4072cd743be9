import { readFee } from '#domain/payments/fee.ts'
import { describePrizeOrder } from '#domain/results/prize-order.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { Tournament, TournamentWithEntries } from '#domain/tournament/tournament.ts'

type Props = {
  tournament: Pick<Tournament, 'fee' | 'trueAnswers'> & Pick<TournamentWithEntries, 'lockedChanges'>
  standings: Standings
}

/** How the prizes of those who tie are given, and who gave the true answers (docs/rules.md, 13.2). Nothing if they are split. */
export function PrizeOrderLine({ tournament, standings }: Props) {
  const { fee, lockedChanges = [], trueAnswers } = tournament
  const text = fee ? describePrizeOrder(standings, { fee, trueAnswers, payouts: readFee(fee).payouts }) : ''
  if (text === '') return null
  const given = lockedChanges.findLast(({ details }) => details?.some(({ field }) => field === 'trueAnswers'))
  const by = trueAnswers === undefined || !given?.by ? '' : ` The true answers are from ${given.by}.`
  return <p className="small-print">{`${text}${by}`}</p>
}
