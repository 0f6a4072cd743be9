import { useId } from 'react'
import { picksPerRow } from '#domain/entries/pool.ts'
import { type Golfer, toParText } from '#domain/field/field.ts'
import { rowsOfEntry, type Standings } from '#domain/standings/standings.ts'
import { Choice } from '#web/ui/field.tsx'
import type { ScenarioEntries } from '#web/url/scenario-address.ts'
import styles from './what-if.module.css'

type Props = {
  /** The real ones. */
  standings: Standings
  /** How many the event has. */
  rounds: number
  userId: number
  scenario: ScenarioEntries
  onChange: (scenario: ScenarioEntries) => void
}

/** Sets golfers’ final scores: by dragging, by the arrow keys, or as out. The viewer’s own stand there from the start. */
export function WhatIfPanel({ standings, rounds, userId, scenario, onChange }: Props) {
  const results = new Map(scenario)
  const own = listOwnPlayers(standings, userId)
  const open = standings.golfers.flatMap((golfer, player) =>
    golfer.index >= 0 && countHolesLeft(golfer, rounds) > 0 ? [player] : [],
  )
  const listed = new Set([...own.filter((player) => results.has(player) || open.includes(player)), ...results.keys()])
  const set = (player: number, result: Result) => {
    if (result === null) results.delete(player)
    else results.set(player, result)
    onChange([...results])
  }
  return (
    <section className={`no-print stack-close ${styles.panel}`} aria-label="Final scores">
      <p>Drag a golfer’s final score. The board and chances update as you drag.</p>
      <ul className={styles.golfers}>
        {[...listed].map((player) => {
          const golfer = standings.golfers[player]
          if (golfer === undefined) return null
          const result = results.get(player) ?? null
          return (
            <GolferScore
              key={player}
              golfer={golfer}
              rounds={rounds}
              result={result}
              onChange={(next) => set(player, next)}
            />
          )
        })}
      </ul>
      <AddGolfer
        golfers={standings.golfers}
        players={open.filter((player) => !listed.has(player))}
        onAdd={(player) => set(player, standings.golfers[player]?.relativeScore ?? 0)}
      />
    </section>
  )
}

/** Null while nothing is set: what is left is then simulated. */
type Result = number | 'out' | null

type GolferScoreProps = { golfer: Golfer; rounds: number; result: Result; onChange: (result: Result) => void }

function GolferScore({ golfer, rounds, result, onChange }: GolferScoreProps) {
  const slider = useId()
  const isOut = result === 'out'
  const score = isOut ? null : result
  const shown = score ?? golfer.relativeScore
  const { lowest, highest } = toScoreRange(golfer, score, rounds)
  return (
    <li className={`cluster ${styles.golfer}`}>
      <label htmlFor={slider}>
        {golfer.fullName}{' '}
        <span className={`small-print ${styles.now}`}>now {golfer.isDNF ? golfer.position : golfer.toPar}</span>
      </label>
      <output htmlFor={slider} className={`to-par ${styles.score}`}>
        {isOut ? 'Out' : score !== null && toParText(score)}
      </output>
      <input
        id={slider}
        type="range"
        min={lowest}
        max={highest}
        step={1}
        value={shown}
        disabled={isOut}
        aria-valuetext={isOut ? 'Out' : `${toParText(shown)} to par`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <span className={`cluster ${styles.choices}`}>
        <Choice checked={isOut} onChange={(isChecked) => onChange(isChecked ? 'out' : golfer.relativeScore)}>
          Out
        </Choice>
        <button
          type="button"
          className="button-text"
          disabled={result === null}
          onClick={() => onChange(null)}
          aria-label={`Reset ${golfer.fullName}`}
        >
          Reset
        </button>
      </span>
    </li>
  )
}

type AddProps = { golfers: readonly Golfer[]; players: readonly number[]; onAdd: (player: number) => void }

/** Other golfers who have still to play, the best first. */
function AddGolfer({ golfers, players, onAdd }: AddProps) {
  const scoreOf = (player: number) => golfers[player]?.relativeScore ?? 0
  if (players.length === 0) return null
  return (
    <select className="input" aria-label="Add a golfer" value="" onChange={({ target }) => onAdd(Number(target.value))}>
      <option value="" disabled>
        Add a golfer…
      </option>
      {players
        .toSorted((a, b) => scoreOf(a) - scoreOf(b))
        .map((player) => (
          <option key={player} value={player}>
            {golfers[player]?.fullName}, {golfers[player]?.toPar}
          </option>
        ))}
    </select>
  )
}

/** In the order of the entries. */
function listOwnPlayers({ pool }: Standings, userId: number): number[] {
  const rows = pool.entries.flatMap((entry, index) => (entry.userId === userId ? rowsOfEntry(pool, index) : []))
  return rows.flatMap((row) => [...pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)])
}

const holesOfRound = 18
/** Strokes per hole under and over par: more extreme than anything seen over more than a few holes. */
const [gain, loss] = [0.5, 0.67]
const leastStrokes = 3

/** Holes that a golfer has still to play in an event of so many rounds; 0 for one who is out. */
export function countHolesLeft(golfer: Golfer, rounds: number): number {
  if (golfer.isDNF) return 0
  const { round1Score, round2Score, round3Score, round4Score, thru } = golfer
  const begun = [round1Score, round2Score, round3Score, round4Score].filter((score) => /^\d/.test(score)).length
  const isUnderWay = /^\d+$/.test(thru) && Number(thru) < holesOfRound
  const played = isUnderWay ? (begun - 1) * holesOfRound + Number(thru) : begun * holesOfRound
  return Math.max(0, rounds * holesOfRound - Math.max(0, played))
}

/** The final scores that can be set for a golfer, in strokes to par. Wide enough for any plausible score, and for a score that is already set. */
export function toScoreRange(golfer: Golfer, set: number | null, rounds: number) {
  const left = countHolesLeft(golfer, rounds)
  const now = golfer.relativeScore
  const lowest = now - Math.max(leastStrokes, Math.ceil(left * gain))
  const highest = now + Math.max(leastStrokes, Math.ceil(left * loss))
  return { lowest: Math.min(lowest, set ?? lowest), highest: Math.max(highest, set ?? highest) }
}
