import { useId } from 'react'
import { picksPerRow } from '#domain/entries/pool.ts'
import type { Golfer } from '#domain/field/field.ts'
import { toParText } from '#domain/field/to-par.ts'
import { rowsOfEntry, type Standings } from '#domain/standings/standings.ts'
import type { ScenarioEntries } from '../chances/scenario-address.ts'
import styles from './what-if.module.css'

type Props = {
  /** The real ones. */
  standings: Standings
  userId: number
  scenario: ScenarioEntries
  onChange: (scenario: ScenarioEntries) => void
}

/** Sets golfers' final scores: by dragging, by the arrow keys, or as out. */
export function WhatIfPanel({ standings, userId, scenario, onChange }: Props) {
  const set = (player: number, result: number | 'out') =>
    onChange(scenario.map((entry) => (entry[0] === player ? [player, result] : entry)))
  return (
    <section className={`no-print stack-close ${styles.panel}`} aria-label="Final scores">
      {scenario.length === 0 && <p>Choose a golfer and drag their final score. Board and chances follow.</p>}
      <ul className={styles.golfers}>
        {scenario.map(([player, result]) => {
          const golfer = standings.golfers[player]
          if (golfer === undefined) return null
          return (
            <GolferScore
              key={player}
              {...{ golfer, result }}
              onChange={(next) => set(player, next)}
              onRemove={() => onChange(scenario.filter(([other]) => other !== player))}
            />
          )
        })}
      </ul>
      <AddGolfer
        {...{ standings, userId, scenario }}
        onAdd={(player, score) => onChange([...scenario, [player, score]])}
      />
    </section>
  )
}

type GolferScoreProps = {
  golfer: Golfer
  result: number | 'out'
  onChange: (result: number | 'out') => void
  onRemove: () => void
}

function GolferScore({ golfer, result, onChange, onRemove }: GolferScoreProps) {
  const slider = useId()
  const score = result === 'out' ? null : result
  const { lowest, highest } = toScoreRange(golfer, score)
  return (
    <li className={styles.golfer}>
      <label htmlFor={slider}>
        {golfer.fullName}{' '}
        <span className={`small-print ${styles.now}`}>now {golfer.isDNF ? golfer.position : golfer.toPar}</span>
      </label>
      <output htmlFor={slider} className={`to-par ${styles.score}`} data-under={(score ?? 0) < 0 || undefined}>
        {score === null ? 'Out' : toParText(score)}
      </output>
      <input
        id={slider}
        type="range"
        min={lowest}
        max={highest}
        step={1}
        value={score ?? golfer.relativeScore}
        disabled={score === null}
        aria-valuetext={score === null ? 'Out' : `${toParText(score)} to par`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <span className={styles.choices}>
        <label className="choice">
          <input
            type="checkbox"
            checked={score === null}
            onChange={({ target }) => onChange(target.checked ? 'out' : golfer.relativeScore)}
          />{' '}
          Out
        </label>
        <button type="button" className="button-text" onClick={onRemove} aria-label={`Remove ${golfer.fullName}`}>
          Remove
        </button>
      </span>
    </li>
  )
}

type AddProps = Pick<Props, 'standings' | 'userId' | 'scenario'> & { onAdd: (player: number, score: number) => void }

/** Golfers who have still to play, the viewer’s own first. */
function AddGolfer({ standings, userId, scenario, onAdd }: AddProps) {
  const chosen = new Set(scenario.map(([player]) => player))
  const own = listOwnPlayers(standings, userId)
  const open = standings.golfers
    .map((golfer, player) => ({ golfer, player }))
    .filter(({ golfer, player }) => !chosen.has(player) && golfer.index >= 0 && countHolesLeft(golfer) > 0)
    .sort((a, b) => a.golfer.relativeScore - b.golfer.relativeScore || a.golfer.index - b.golfer.index)
  if (open.length === 0) return null
  const groups = [
    ['Yours', open.filter(({ player }) => own.has(player))],
    ['Others', open.filter(({ player }) => !own.has(player))],
  ] as const
  return (
    <select
      className="input"
      aria-label="Add a golfer"
      value=""
      onChange={({ target }) => {
        const player = Number(target.value)
        onAdd(player, standings.golfers[player]?.relativeScore ?? 0)
      }}
    >
      <option value="" disabled>
        Add a golfer…
      </option>
      {groups.map(
        ([label, golfers]) =>
          golfers.length > 0 && (
            <optgroup key={label} label={label}>
              {golfers.map(({ golfer, player }) => (
                <option key={player} value={player}>
                  {golfer.fullName}, {golfer.toPar}
                </option>
              ))}
            </optgroup>
          ),
      )}
    </select>
  )
}

function listOwnPlayers({ pool }: Standings, userId: number): Set<number> {
  const players = new Set<number>()
  pool.entries.forEach((entry, index) => {
    if (entry.userId !== userId) return
    for (const row of rowsOfEntry(pool, index)) {
      for (const player of pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)) players.add(player)
    }
  })
  return players
}

/** The final scores that can be set for a golfer, in strokes to par. */
type ScoreRange = { readonly lowest: number; readonly highest: number }

const holesOfEvent = 72
const holesOfRound = 18
/** Strokes per hole under and over par: more extreme than anything seen over more than a few holes. */
const [gain, loss] = [0.5, 0.67]
const leastStrokes = 3

/** Holes that a golfer has still to play in an event of four rounds; 0 for one who is out. */
export function countHolesLeft(golfer: Golfer): number {
  if (golfer.isDNF) return 0
  const { round1Score, round2Score, round3Score, round4Score, thru } = golfer
  const begun = [round1Score, round2Score, round3Score, round4Score].filter((score) => /^\d/.test(score)).length
  const isUnderWay = /^\d+$/.test(thru) && Number(thru) < holesOfRound
  const played = isUnderWay ? (begun - 1) * holesOfRound + Number(thru) : begun * holesOfRound
  return Math.max(0, holesOfEvent - Math.max(0, played))
}

/** Wide enough for any plausible score, and for a score that is already set. */
export function toScoreRange(golfer: Golfer, set: number | null): ScoreRange {
  const left = countHolesLeft(golfer)
  const now = golfer.relativeScore
  const lowest = now - Math.max(leastStrokes, Math.ceil(left * gain))
  const highest = now + Math.max(leastStrokes, Math.ceil(left * loss))
  return { lowest: Math.min(lowest, set ?? lowest), highest: Math.max(highest, set ?? highest) }
}
