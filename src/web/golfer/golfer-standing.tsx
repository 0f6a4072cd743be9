import { type Golfer, noValue } from '#domain/field.ts'
import { BoardNumber } from '../board/board-number.tsx'
import { BoardToPar } from '../board/board-to-par.tsx'
import styles from './golfer-standing.module.css'
import { GolferThru } from './golfer-thru.tsx'

type Props = {
  golfer: Golfer
  /** How many entries hold the golfer; null while picks are hidden. */
  entryCount: number | null
}

/** One golfer's line of the leaderboard, as a list. */
export function GolferStanding({ golfer, entryCount }: Props) {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  return (
    <dl className={styles['standing']}>
      <Figure name="Pos">{golfer.position}</Figure>
      <Figure name="To Par" isMain>
        {golfer.toPar}
      </Figure>
      <Figure name="Today">{golfer.currentRoundScore}</Figure>
      <div>
        <dt>Thru</dt>
        <dd>
          <GolferThru golfer={golfer} />
        </dd>
      </div>
      {rounds.map((score, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round's index is its identity.
        <Figure key={index} name={`R${index + 1}`}>
          {score}
        </Figure>
      ))}
      <Figure name="Tot">{golfer.totalScore}</Figure>
      <Figure name="Entries">{entryCount === null ? noValue : String(entryCount)}</Figure>
    </dl>
  )
}

function Figure({ name, children, isMain = false }: { name: string; children: string; isMain?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isMain ? <BoardToPar>{children}</BoardToPar> : <BoardNumber>{children}</BoardNumber>}</dd>
    </div>
  )
}
