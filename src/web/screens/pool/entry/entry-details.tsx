import { type ReactNode, use } from 'react'
import type { ScoredRound } from '#domain/field/earlier-field.ts'
import { noValue, toParText } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import {
  type Gap,
  gapOfRow,
  shownTotalOfEntry,
  todayOfEntry,
  toOutClause,
  toOutText,
} from '#domain/standings/entry-figures.ts'
import { listBestEntries, toRivalGapText } from '#domain/standings/followed-rivals.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import type { Standing, StandingGolfer, Standings } from '#domain/standings/standings.ts'
import { toOffText } from '#domain/standings/tie-break.ts'
import { type Tiebreakers, tierNames } from '#domain/tournament/tournament.ts'
import { BoardToPar, Figure } from '#web/board/board-number.tsx'
import { TieLine } from '#web/board/tie-line.tsx'
import { GolferThru } from '#web/golfer/golfer-thru.tsx'
import { RivalsContext } from '#web/own-entries/use-own-entries.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
import styles from './entry-details.module.css'

type Props = {
  standings: Standings
  standing: Standing
  hasScores: boolean
  /** The round of the scores; null without scores. */
  round: ScoredRound | null
  userId: number
  /** The standings can still change: the gap is shown. */
  isLive: boolean
  /** Empty until they are known. */
  trueAnswers: Tiebreakers
  /** Below the golfers. */
  children?: ReactNode
}

/** An entry in full (docs/rules.md, 4.9): its standing, its golfers with those that count, and its answers. */
export function EntryDetails({ standings, standing, hasScores, round, userId, isLive, trueAnswers, children }: Props) {
  const gap = isLive ? gapOfRow(standings, standing.row) : null
  const isOwn = standing.userId === userId
  const rivalGap = isLive && isOwn ? toRivalGapText(standing, listBestEntries(standings, use(RivalsContext))) : null
  const outText = hasScores ? toOutText(standing) : null
  return (
    <div className="stack">
      {hasScores && <Figures standing={standing} />}
      {outText !== null && <p className="strong">{toSentence(outText)}. Two golfers out put an entry out.</p>}
      {gap !== null && <p>{toGapSentences(gap, isOwn)}</p>}
      {rivalGap !== null && <p>{toSentence(rivalGap)}.</p>}
      <TieLine standings={standings} standing={standing} trueAnswers={trueAnswers} />
      <Golfers standing={standing} hasScores={hasScores} par={round?.event.par ?? 0} />
      {children}
      <dl className={`stack-tight ${styles.answers}`}>
        {standings.pool.tournament.tiebreakers.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
          <div key={index}>
            <dt>
              Tiebreaker {index + 1}: {question}
            </dt>
            <dd>{standing.tiebreakers[index] ?? noValue}</dd>
            {trueAnswers[index] !== '' && (
              <dd className="small-print">
                {`${toOffText(standing.tiebreakers[index], trueAnswers[index])}. The true answer is ${trueAnswers[index]}.`}
              </dd>
            )}
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
      <Figure name="Pos">{standing.position}</Figure>
      <Figure name="To Par" isMain>
        {standing.toPar}
      </Figure>
      <Figure name="Today">{today === null ? noValue : toParText(today)}</Figure>
    </dl>
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

function Golfers({ standing, hasScores, par }: Pick<Props, 'standing' | 'hasScores'> & { par: number }) {
  const areScoresShown = hasScores && hasAnyScore(standing.golfers)
  const sums = areScoresShown && !standing.isDisqualified ? [toSumRow(standing, par)] : []
  return (
    <div className={styles.golfers}>
      <SmallTable
        label={`Golfers of ${standing.displayName}`}
        columns={['Golfer', 'Today', 'Thru', 'To Par', 'Total']}
        heading="Golfer"
        numbers={4}
        rows={[
          ...standing.golfers.map(({ player, golfer, isDropped }) => {
            const role = areScoresShown ? toRole(standing, { isDropped, golfer }) : 'none'
            const isStruck = role === 'dropped' || role === 'out'
            const notes = [
              `Tier ${tierNames[player.tier]}`,
              role === 'none' ? '' : role,
              hasScores && golfer.isDNF ? toOutClause(golfer) : '',
              golfer.correction ? 'corrected †' : '',
            ]
            const name = (
              <>
                {isStruck ? <s>{golfer.fullName}</s> : <b>{golfer.fullName}</b>}
                <span className="fine-print">{notes.filter((note) => note !== '').join(', ')}</span>
              </>
            )
            const scores = [
              golfer.currentRoundScore,
              golfer.isDNF ? golfer.position : <GolferThru key="thru" golfer={golfer} />,
              <BoardToPar key="to-par">{golfer.toPar}</BoardToPar>,
              toShownStrokes(golfer, par).total,
            ]
            return {
              key: player.id,
              weight: isStruck ? ('soft' as const) : undefined,
              cells: [name, ...scores.map((score) => (hasScores ? score : noValue))],
            }
          }),
          ...sums,
        ]}
      />
    </div>
  )
}

/** The last row: the sums of the golfers who count, column by column. */
function toSumRow(standing: Standing, par: number) {
  const today = todayOfEntry(standing)
  return {
    key: 'sum',
    weight: 'strong' as const,
    cells: [
      'The three that count',
      today === null ? noValue : toParText(today),
      '',
      <BoardToPar key="to-par">{standing.toPar}</BoardToPar>,
      shownTotalOfEntry(standing, par) ?? noValue,
    ],
  }
}

/** A golfer's part in the entry's score. In a disqualified entry no golfer counts. */
type Role = 'counts' | 'dropped' | 'out' | 'none'

function toRole(
  { isDisqualified }: Standing,
  { isDropped, golfer }: Pick<StandingGolfer, 'isDropped' | 'golfer'>,
): Role {
  if (isDisqualified) return golfer.isDNF ? 'out' : 'none'
  return isDropped ? 'dropped' : 'counts'
}
