import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type GolferCorrection, noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { hasRole } from '#domain/permissions.ts'
import { describeDifference } from '#domain/scores/to-par-difference.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { codeOf, toProblemText } from '#web/api/api-problem.ts'
import { playerProfileQuery } from '#web/api/tournament-queries.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { Figure } from '#web/board/board-number.tsx'
import { refreshIntervalMs } from '#web/live/live-connection.ts'
import { toMomentText } from '#web/time/time-text.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import styles from './golfer-content.module.css'
import { GolferDetail, GolferDetailError, GolferDetailSkeleton } from './golfer-detail.tsx'
import { GolferOwners, type OpenEntry } from './golfer-owners.tsx'
import type { GolferRow } from './golfer-rows.ts'
import { GolferThru } from './golfer-thru.tsx'

const ScoreCorrectionForm = lazyNamed(() => import('#web/corrections/score-correction-form.tsx'), 'ScoreCorrectionForm')

/** Organisers correct the scores of the active tournament, admins the result of an ended one. Null: nobody can. */
export type Correctable = 'scores' | 'result' | null

export type GolferContentProps = {
  tournamentId: number
  golfer: GolferRow
  /** Whether the scores can still change. */
  isLive: boolean
  correctable: Correctable
  onCorrected: () => void
  /**
   * The standings that show who picked the golfer, and the viewer; null while picks are hidden. `openEntry` opens an entry
   * on the page that is shown; without it, a link leads to the pool.
   */
  owners: { readonly standings: Standings; readonly userId: number; readonly openEntry?: OpenEntry } | null
  /** Called when a link in the content leads to another screen. */
  onLeave: () => void
}

/** The content of a golfer's modal. */
export function GolferContent({ owners, onLeave, correctable, onCorrected, ...props }: GolferContentProps) {
  const { golfer, tournamentId } = props
  return (
    <div className="stack-wide">
      {golfer.correction !== null && <CorrectionNote correction={golfer.correction} />}
      <Content {...props} />
      {correctable !== null && golfer.index >= 0 && (
        <CorrectScores
          tournamentId={tournamentId}
          golfer={golfer}
          onCorrected={onCorrected}
          isResult={correctable === 'result'}
        />
      )}
      {owners !== null && <GolferOwners {...owners} espnId={props.golfer.espnId} onLeave={onLeave} />}
    </div>
  )
}

type CorrectScoresProps = Pick<GolferContentProps, 'tournamentId' | 'golfer' | 'onCorrected'> & { isResult: boolean }

/** A button that opens the form for score corrections. For organisers only. */
function CorrectScores(props: CorrectScoresProps) {
  const { data: user } = useQuery(userQuery)
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  if (user === undefined || !hasRole(user, props.isResult ? 'admin' : 'power')) return null
  if (form === 'open')
    return (
      <Suspense fallback={<p role="status">Loading</p>}>
        <ScoreCorrectionForm {...props} onClose={() => setForm('closed')} />
      </Suspense>
    )
  return (
    <p>
      <button
        type="button"
        className="button-secondary"
        ref={form === 'closed' ? focus : undefined}
        onClick={() => setForm('open')}
      >
        Correct scores
      </button>
    </p>
  )
}

/** Restores the focus after the form closes. */
const focus = (button: HTMLElement | null) => button?.focus()

function Content({ tournamentId, golfer, isLive }: Pick<GolferContentProps, 'tournamentId' | 'golfer' | 'isLive'>) {
  const isInField = golfer.index >= 0
  const profile = useQuery({
    ...playerProfileQuery(tournamentId, golfer.espnId),
    enabled: isInField,
    refetchInterval: isLive ? refreshIntervalMs : false,
  })
  const standing = <GolferStanding golfer={golfer} />
  const details = { hasBegun: golfer.toPar !== noValue, standing, correction: golfer.correction }
  if (profile.data !== undefined) return <GolferDetail profile={profile.data} {...details} />
  if (!isInField) return <GolferDetailError>This golfer has no scores in this tournament.</GolferDetailError>
  if (profile.error === null) return <GolferDetailSkeleton standing={standing} />
  return (
    <>
      {standing}
      <GolferDetailError
        action={
          <button type="button" className="button-secondary" onClick={() => profile.refetch()}>
            Try again
          </button>
        }
      >
        {toReason(profile.error)}
      </GolferDetailError>
    </>
  )
}

function toReason(error: unknown): string {
  if (codeOf(error) === 'not-found') return 'There is no scorecard for this golfer yet.'
  return `Couldn’t load the scorecard. ${toProblemText(error, { 'feed-unavailable': 'Wait a moment and try again.' })}`
}

/** One golfer's leaderboard row, as a list. */
function GolferStanding({ golfer }: { golfer: GolferRow }) {
  const { rounds, total } = toShownStrokes(golfer, golfer.par)
  const mark = (field: string) => (golfer.correction?.fields.includes(field) ? ' †' : '')
  return (
    <dl className={`figures ${styles.standing}`}>
      <Figure name={`Pos${mark('status')}`}>{golfer.position}</Figure>
      <Figure name={`To Par${mark('toPar')}`} isMain>
        {golfer.toPar}
      </Figure>
      <Figure name="Today">{golfer.currentRoundScore}</Figure>
      <div>
        <dt>Thru</dt>
        <dd className="strong">
          <GolferThru golfer={golfer} />
        </dd>
      </div>
      <div>
        <dt>Entries</dt>
        <dd className="strong">
          {golfer.entryCount ?? noValue} <span className="fine-print">{golfer.entryShare}</span>
        </dd>
      </div>
      {rounds.map(
        (score, index) =>
          score !== noValue && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a round's index is its identity.
            <Figure key={index} name={`R${index + 1}${mark(`round${index + 1}`)}`}>
              {score}
            </Figure>
          ),
      )}
      <Figure name={`Tot${mark('toPar')}`}>{total}</Figure>
    </dl>
  )
}

const fieldNames: Readonly<Record<string, string>> = { status: 'status', toPar: 'total' }

/** The author, time, fields and reason of a score correction. */
function CorrectionNote({ correction }: { correction: GolferCorrection }) {
  const { fields, by, at, reason, toParDifference } = correction
  const names = fields.map((field) =>
    field === 'toPar' && toParDifference !== undefined
      ? describeDifference(toParDifference)
      : (fieldNames[field] ?? field.replace('round', 'R')),
  )
  return (
    <p>
      <span aria-hidden="true">† </span>
      <strong>Corrected by {by}</strong>, {toMomentText(at)} ({names.join(', ')}): {reason}
    </p>
  )
}
