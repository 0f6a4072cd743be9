import { useMemo } from 'react'
import { type Fee, formatMoney } from '#domain/payments/fee.ts'
import { describePrize } from '#domain/payments/payouts.ts'
import { awardPrizes } from '#domain/results/pot-split.ts'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'

type Props = { tournament: Pick<Tournament, 'trueAnswers'> & { fee: Fee }; pot: number; standings: Standings }

/** Who gets what of the pot, after the end (docs/rules.md, 13.2). */
export function Awards({ tournament, pot, standings }: Props) {
  const { fee } = tournament
  const { awards, left } = useMemo(() => awardPrizes(tournament, standings, pot), [tournament, pot, standings])
  return (
    <>
      <ul className="lines">
        {awards.slice(0, maxLines).map((award) => (
          <li key={`${describePrize(award)} ${award.line}`}>
            <span>
              <span className="soft">{describePrize(award)}</span> {standingAt(standings, award.line).displayName}
            </span>
            <span className="number">{formatMoney(award.minor, fee)}</span>
          </li>
        ))}
      </ul>
      {awards.length > maxLines && <p className="small-print">And {awards.length - maxLines} more who tie.</p>}
      <p className="small-print">
        The pot was {formatMoney(pot, fee)}.{left > 0 && ` ${formatMoney(left, fee)} is left.`}
      </p>
    </>
  )
}

/** Limits the list: hundreds of entries can tie. */
const maxLines = 50
