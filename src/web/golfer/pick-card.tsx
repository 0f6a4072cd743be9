import { entryNumbers, tierNames, tiers } from '#domain/tournament/tournament.ts'
import styles from './pick-card.module.css'
import { UnavailableBadge } from './unavailable-badge.tsx'
import type { UnavailableLabel } from './unavailable-label.ts'

export type CardPick = {
  readonly name: string
  /** Set if the golfer is out. */
  readonly unavailable: UnavailableLabel | undefined
}

type Props = {
  caption: string
  /** Twelve, in the order of docs/rules.md, 2.1; null for a missing pick. */
  picks: readonly (CardPick | null)[]
}

/** Three entries side by side, tier by tier. */
export function PickCard({ caption, picks }: Props) {
  return (
    <table className={styles.card}>
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
  if (pick === null) return <span className="soft">No pick yet</span>
  return (
    <>
      {pick.name}
      {pick.unavailable !== undefined && <UnavailableBadge unavailable={pick.unavailable} />}
    </>
  )
}
