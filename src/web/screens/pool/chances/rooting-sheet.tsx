import { useMemo } from 'react'
import type { Rooting } from '#domain/forecast/rooting.ts'
import type { Standings } from '#domain/standings/standings.ts'
import styles from './chances.module.css'
import { listRooting, type RootingLine } from './rooting-list.ts'

type Props = {
  standings: Standings
  row: number
  /** Null while it is computed; `isOld`: that of the leaderboard before, until the new one is there. */
  rooting: (Rooting & { isOld: boolean }) | null
}

/** The golfers whose next stroke moves an entry most, for it and against it. */
export function RootingSheet({ standings, rooting }: Props) {
  const lists = useMemo(() => (rooting === null ? null : listRooting(standings, rooting)), [standings, rooting])
  if (lists === null) {
    return (
      <p className="soft" role="status">
        Working out every golfer’s next stroke…
      </p>
    )
  }
  const simulations = rooting?.simulations.toLocaleString('en')
  if (lists.for.length + lists.against.length === 0) {
    return (
      <p>
        In {simulations} simulations, no single stroke changed this entry’s chances to win or to finish in the top
        three.
      </p>
    )
  }
  return (
    <div className={`stack ${styles.rooting} ${rooting?.isOld ? styles.pending : ''}`} aria-busy={rooting?.isOld}>
      <RootingTable title="Root for" lines={lists.for} />
      <RootingTable title="Root against" lines={lists.against} />
      <p className="small-print">
        The change in the chance to win and to finish in the top three, in points, if the golfer takes one stroke less
        or one more, from {simulations} simulations. Rivals are entries within three strokes.
      </p>
    </div>
  )
}

function RootingTable({ title, lines }: { title: string; lines: readonly RootingLine[] }) {
  if (lines.length === 0) return null
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Golfer</th>
          <th scope="col">One less</th>
          <th scope="col">One more</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.player}>
            <th scope="row">
              <span className={`strong ${styles.golfer}`}>{line.name}</span>
              <span className={`fine-print ${styles.note}`}>{toNote(line)}</span>
            </th>
            <td>
              <Change name="Win" change={line.winFewer} />
              <Change name="Top 3" change={line.fewer} />
            </td>
            <td>
              <Change name="Win" change={line.winMore} />
              <Change name="Top 3" change={line.more} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Change({ name, change }: { name: string; change: number }) {
  return (
    <span className={styles.points}>
      <span className={`fine-print ${styles.note}`}>{name}</span> {toPointsText(change)}
    </span>
  )
}

/** "+1.2", "−0.4" or "0": percentage points. */
export function toPointsText(change: number): string {
  const tenths = Math.round(change * 1000) / 10
  if (tenths === 0) return '0'
  return tenths > 0 ? `+${tenths}` : `−${-tenths}`
}

/** "Yours. Also: Ann 1, Ben 2 and 3 more" */
export function toNote({ isOwn, rivals }: Pick<RootingLine, 'isOwn' | 'rivals'>): string {
  const others = rivals.count - rivals.names.length
  const names = `${rivals.names.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en')} more` : ''}`
  const also = rivals.count === 0 ? 'no rival within reach' : names
  return isOwn ? `In this entry. Also: ${also}` : `Not in this entry. With: ${also}`
}
