import { entryNumbers, tierNames, tiers } from '#domain/tournament.ts'
import styles from './pick-card.module.css'

type Props = {
  caption: string
  /** At their twelve places; null where nobody is picked. */
  names: readonly (string | null)[]
}

/** Three entries side by side, tier by tier, as on a card that one hands in. */
export function PickCard({ caption, names }: Props) {
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
            {entryNumbers.map((entryNumber, at) => (
              <td key={entryNumber}>
                {names[at * tiers.length + tier] ?? <span className={styles['nobody']}>Nobody yet</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
