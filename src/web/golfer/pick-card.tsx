import { entryNumbers, tierNames, tiers } from '#domain/tournament.ts'
import styles from './pick-card.module.css'
import { UnavailableBadge } from './unavailable-badge.tsx'
import type { UnavailableLabel } from './unavailable-label.ts'

export type CardPick = {
  readonly name: string
  /** Set for one who is out. */
  readonly unavailable: UnavailableLabel | undefined
}

type Props = {
  caption: string
  /** At their twelve places; null where empty is picked. */
  picks: readonly (CardPick | null)[]
}

/** Three entries side by side, tier by tier, as on a card that one hands in. */
export function PickCard({ caption, picks }: Props) {
  return (
    <table className={styles['card']}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Tier</span>
          </th>
          {entryNumbers.map((entryNumber) => (
            <th key={entryNumber} scope="col">
              Entry {entryNumber}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier}>
            <th scope="row">
              <span className="visually-hidden">Tier </span>
              {tierNames[tier]}
            </th>
            {entryNumbers.map((entryNumber, index) => (
              <td key={entryNumber}>
                <PickCell pick={picks[index * tiers.length + tier] ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PickCell({ pick }: { pick: CardPick | null }) {
  if (pick === null) return <span className={styles['empty']}>Nobody yet</span>
  return (
    <>
      {pick.name}
      {pick.unavailable !== undefined && <UnavailableBadge unavailable={pick.unavailable} />}
    </>
  )
}
