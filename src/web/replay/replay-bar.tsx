import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listKeyMoments, type ReplayMoment } from '#domain/history/replay.ts'
import { useApi } from '#web/api/use-api.ts'
import { toDayAndClock } from '#web/time/time-text.ts'
import styles from './replay-bar.module.css'
import { openVersion, replayQuery } from './use-past-board.ts'

/** Versions per step of the playback. */
const speeds = [1, 4, 16] as const
const stepMs = 500
/** Safari refuses more than 100 changes of the URL in 10 seconds: it changes when the slider rests. */
const restMs = 150

type Props = {
  tournamentId: number
  /** The version on the board. */
  version: number
  /** Whether the newest scores are final. */
  isFinal: boolean
}

/** The time machine: the board as it was at any moment that is recorded (docs/rules.md, 7.9). */
export function ReplayBar({ tournamentId, version, isFinal }: Props) {
  const { data, isError, refetch } = useQuery(replayQuery(useApi(), tournamentId, version))
  const moments = data?.moments ?? []
  const [dragged, setDragged] = useState<number | null>(null)
  // The live board, shown for a version that is not recorded, may be newer than the history.
  const recorded = moments.findLastIndex((moment) => moment.version <= version)
  const index = dragged ?? Math.max(recorded, 0)
  const shown = moments[index]
  const draggedTo = dragged === null ? undefined : shown?.version
  useEffect(() => {
    const timer = draggedTo === undefined ? undefined : setTimeout(() => openVersion(draggedTo), restMs)
    return () => clearTimeout(timer)
  }, [draggedTo])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board has followed.
  useEffect(() => setDragged(null), [version])
  /** The tournament was under way when its versions began to be recorded. */
  const isLateStart = index === 0 && Number(shown?.version) > 1
  return (
    <div className={styles.room}>
      <section className={styles.bar} aria-label="Replay">
        {(data || !isError) && (
          <p className="small strong">
            {isLateStart && 'The record begins: '}
            {shown !== undefined && toReplayText(shown)}
            {shown === undefined && (data === undefined ? 'Loading…' : 'No history is recorded.')}
          </p>
        )}
        <button type="button" className="button-secondary" onClick={() => openVersion(null)}>
          {isFinal ? 'Back to final' : 'Back to live'}
        </button>
        {isError && (
          <button type="button" className="button-text" onClick={() => refetch()}>
            The history could not be loaded. Try again.
          </button>
        )}
        {shown && <ReplayControls moments={moments} index={index} shown={shown} onDrag={setDragged} />}
      </section>
    </div>
  )
}

type ControlsProps = {
  moments: readonly ReplayMoment[]
  index: number
  shown: ReplayMoment
  onDrag: (index: number) => void
}

function ReplayControls({ moments, index, shown, onDrag }: ControlsProps) {
  const [speed, setSpeed] = useState<number | null>(null)
  const keyMoments = listKeyMoments(moments)
  const last = moments.length - 1

  useEffect(() => {
    if (speed === null) return
    const next = moments[Math.min(index + speed, last)]
    const timer = setTimeout(() => (index < last ? open(next) : setSpeed(null)), stepMs)
    return () => clearTimeout(timer)
  }, [speed, moments, index, last])

  const toJump = (label: string, text: string, moment: ReplayMoment | undefined) => (
    <button type="button" className="button-secondary" aria-label={label} onClick={() => open(moment)}>
      {text}
    </button>
  )
  const isBefore = ({ version }: ReplayMoment) => version < shown.version
  const isAfter = ({ version }: ReplayMoment) => version > shown.version
  const nextSpeed = speeds[(speeds.indexOf(speed as (typeof speeds)[number]) + 1) % speeds.length] ?? null
  return (
    <div className={styles.controls}>
      <button type="button" className="button-secondary" onClick={() => setSpeed(speed === null ? speeds[0] : null)}>
        {speed === null ? 'Play' : 'Pause'}
      </button>
      {speed !== null && (
        <button type="button" className="button-secondary" onClick={() => setSpeed(nextSpeed)}>
          <span className="visually-hidden">Speed: </span>
          {`${speed} ×`}
        </button>
      )}
      {toJump('To the round or break before', '‹', keyMoments.findLast(isBefore) ?? moments[0])}
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={toReplayText(shown)}
        min={0}
        max={last}
        value={index}
        onChange={({ target }) => onDrag(Number(target.value))}
      />
      {toJump('To the next round or break', '›', keyMoments.find(isAfter) ?? moments[last])}
    </div>
  )
}

/** "Thu 1:45 PM, Round 1 - In Progress" */
export function toReplayText({ time, status }: Pick<ReplayMoment, 'time' | 'status'>): string {
  return [toDayAndClock(time), status].filter(Boolean).join(', ')
}

function open(moment: ReplayMoment | undefined): void {
  if (moment) openVersion(moment.version)
}
