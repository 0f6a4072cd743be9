import type { Pool } from '#domain/entries/pool.ts'
import { comparePicks, listPickedGolfers, type PickedGolfer } from '#domain/entries/pool-picks.ts'
import { formatList, formatNumber } from '#domain/text/format.ts'
import { toShareText } from '#domain/text/percent.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
import styles from './picks-screen.module.css'

type Props = { pool: Pool; userId: number }

/** What all have picked, tier by tier, and how the viewer's entries differ from it (docs/rules.md, 9.9). */
export function PoolPicks({ pool, userId }: Props) {
  const golfers = listPickedGolfers(pool)
  const consensus = golfers.flatMap((tier) => tier.slice(0, 1).map(({ player }) => player.name))
  return (
    <section id="pool" className="stack" aria-labelledby="pool-heading">
      <h2 id="pool-heading">What the pool picked</h2>
      {pool.size === 0 ? (
        <p>Nobody has entered.</p>
      ) : (
        <>
          <div className="stack-close">
            <p>
              <span className="strong">Consensus entry:</span> {formatList(consensus)}.
            </p>
            <OwnPicks pool={pool} userId={userId} />
            <p className="small-print">
              The consensus entry has the most picked golfer of each tier; of equal ones, the first in the tier’s list.
            </p>
          </div>
          <div className={styles.tiers}>
            <div>
              {golfers.map((tier, index) => (
                <TierPicks key={tierNames[index]} name={tierNames[index] ?? ''} golfers={tier} size={pool.size} />
              ))}
            </div>
          </div>
        </>
      )}
    </section>
  )
}

function OwnPicks({ pool, userId }: Props) {
  const compared = comparePicks(pool, userId)
  const [closest, boldest] = [compared?.entries[0], compared?.entries.at(-1)]
  if (!compared || !closest || !boldest) return null
  const share = `${toShareText(closest.share, 1)} of all entries on average`
  return (
    <>
      <p>
        {closest.share === boldest.share
          ? `Your entries are equally close to the pool: their golfers are in ${share}.`
          : `Your entry ${closest.number} is the closest to the pool: its golfers are in ${share}. Your entry ${boldest.number} is the boldest: ${toShareText(boldest.share, 1)}.`}
      </p>
      {compared.onlyTheirs.length > 0 && (
        <p>Only you picked {formatList(compared.onlyTheirs.map(({ name }) => name))}.</p>
      )}
    </>
  )
}

/** A tier's golfers who were picked, in a table, and the names of the others. */
function TierPicks({ name, golfers, size }: { name: string; golfers: readonly PickedGolfer[]; size: number }) {
  const others = golfers.filter(({ entries }) => entries === 0).map(({ player }) => player.name)
  return (
    <section className="stack-close" aria-labelledby={`tier-${name}`}>
      <h3 id={`tier-${name}`}>Tier {name}</h3>
      <SmallTable
        label={`What the pool picked in tier ${name}`}
        heading="Golfer"
        columns={['Golfer', 'Entries']}
        numbers={1}
        rows={golfers
          .filter(({ entries }) => entries > 0)
          .map(({ player, entries }) => ({
            key: player.id,
            cells: [
              player.name,
              <span key="entries">
                {formatNumber(entries)} <span className={`soft ${styles.share}`}>{toShareText(entries, size)}</span>
              </span>,
            ],
          }))}
      />
      {others.length > 0 && <p className="small-print">Nobody picked {formatList(others)}.</p>}
    </section>
  )
}
