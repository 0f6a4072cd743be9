import type { ReactNode } from 'react'
import { noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { toParText } from '#domain/field/to-par.ts'
import { type Gap, gapOfRow, todayOfEntry, toOutClause, toOutText } from '#domain/standings/entry-figures.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import type { Standing, StandingGolfer, Standings } from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import { GolferThru } from '#web/golfer/golfer-thru.tsx'
import styles from './entry-details.module.css'

type Props = {
  standings: Standings
  standing: Standing
  hasScores: boolean
  /** Of the course; 0 if unknown. */
  par: number
  userId: number
  /** The standings can still change: the gap is shown. */
  isLive: boolean
  /** Below the golfers. */
  children?: ReactNode
}

/** An entry in full (docs/rules.md, 4.9): its standing, its golfers with those that count, and its answers. */
export function EntryDetails({ standings, standing, hasScores, par, userId, isLive, children }: Props) {
  const gap = isLive ? gapOfRow(standings, standing.row) : null
  const outText = hasScores ? toOutText(standing) : null
  return (
    <div className="stack">
      {hasScores && <Figures standing={standing} />}
      {outText !== null && <p className="strong">{toSentence(outText)}. Two golfers out put an entry out.</p>}
      {gap !== null && <p>{toGapSentences(gap, standing.userId === userId)}</p>}
      <Golfers {...{ standing, hasScores, par }} />
      {children}
      <dl className={`stack-tight ${styles.answers}`}>
        {standings.pool.tournament.tiebreakers.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
          <div key={index}>
            <dt>
              Tiebreaker {index + 1}: {question}
            </dt>
            <dd>{standing.tiebreakers[index] ?? noValue}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Figures({ standing }: { standing: Standing }) {
  const today = todayOfEntry(standing)
  return (
    <dl className="figures">
      <Figure name="Pos">
        <BoardNumber>{standing.position}</BoardNumber>
      </Figure>
      <Figure name="To Par">
        <BoardToPar>{standing.toPar}</BoardToPar>
      </Figure>
      <Figure name="Today">
        <BoardNumber>{today === null ? noValue : toParText(today)}</BoardNumber>
      </Figure>
      <Figure name="Total">
        <BoardNumber>{standing.total === null || standing.total === 0 ? noValue : String(standing.total)}</BoardNumber>
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="strong">{children}</dd>
    </div>
  )
}

/** The gap to the lead, and what it takes to reach the next place, which is then shared. */
export function toGapSentences(gap: Gap, isOwn: boolean): string {
  if (gap.kind === 'shares-lead') return 'Tied for the lead.'
  if (gap.kind === 'leads') return gap.by === null ? 'Leads.' : `Leads by ${gap.by}.`
  const { strokes, place } = gap.next
  const birdies = strokes === 1 ? 'One more birdie moves' : `${strokes} more birdies move`
  return `${gap.strokes} behind the lead. ${birdies} ${isOwn ? 'you' : 'it'} to T${place}.`
}

function Golfers({ standing, hasScores, par }: Pick<Props, 'standing' | 'hasScores' | 'par'>) {
  const areScoresShown = hasScores && hasAnyScore(standing.golfers)
  return (
    <table className={styles.golfers}>
      <caption className="visually-hidden">Golfers of {standing.displayName}</caption>
      <thead>
        <tr>
          <th scope="col">Golfer</th>
          <th scope="col">Today</th>
          <th scope="col">Thru</th>
          <th scope="col">To Par</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {standing.golfers.map((pick) => (
          <GolferLine
            key={pick.player.id}
            {...{ pick, hasScores, par }}
            role={areScoresShown ? toRole(standing, pick) : 'none'}
          />
        ))}
      </tbody>
    </table>
  )
}

/** A golfer's part in the entry's score. In a disqualified entry no golfer counts. */
type Role = 'counts' | 'dropped' | 'out' | 'none'

function toRole({ isDisqualified }: Standing, { isDropped, golfer }: StandingGolfer): Role {
  if (isDisqualified) return golfer.isDNF ? 'out' : 'none'
  return isDropped ? 'dropped' : 'counts'
}

function GolferLine({
  pick: { player, golfer },
  hasScores,
  par,
  role,
}: {
  pick: StandingGolfer
  hasScores: boolean
  par: number
  role: Role
}) {
  const isStruck = role === 'dropped' || role === 'out'
  const why = hasScores && golfer.isDNF ? toOutClause(golfer) : ''
  return (
    <tr data-role={role}>
      <th scope="row">
        <span className={`strong ${styles.name}`}>{isStruck ? <s>{golfer.fullName}</s> : golfer.fullName}</span>
        <span className={`fine-print ${styles.note}`}>
          {[`Tier ${tierNames[player.tier]}`, role === 'none' ? '' : role, why, golfer.correction ? 'corrected †' : '']
            .filter((part) => part !== '')
            .join(', ')}
        </span>
      </th>
      <td>{hasScores ? golfer.currentRoundScore : noValue}</td>
      <td>{!hasScores ? noValue : golfer.isDNF ? golfer.position : <GolferThru golfer={golfer} />}</td>
      <td>
        <BoardToPar>{hasScores ? golfer.toPar : noValue}</BoardToPar>
      </td>
      <td>{hasScores ? toShownStrokes(golfer, par).total : noValue}</td>
    </tr>
  )
}
