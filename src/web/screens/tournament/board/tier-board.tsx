import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { toPeopleText } from '#domain/tournament/tournament-edit.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import type { TournamentEditor } from '../editor/use-tournament-editor.ts'
import { findMark, type GolferMarks } from '../proposal/golfer-marks.ts'
import type { RosterLine } from '../roster/roster.ts'
import type { RosterLocks } from '../roster/roster-locks.ts'
import { toDisplayName } from '../values/tier-list-parser.ts'
import { BoardColumn, BoardRow } from './board-column.tsx'
import { type BoardPlace, toBoardCommand } from './board-keys.ts'
import styles from './tier-board.module.css'
import { useGolferDrag } from './use-golfer-drag.ts'

type Props = { editor: TournamentEditor; marks: GolferMarks }

/**
 * The four lists as a board: the same lines as in the text fields, to be moved instead of typed. On phones one tier is open at a
 * time.
 */
export function TierBoard({ editor, marks }: Props) {
  const { roster, state, locks, lockOf } = editor
  const { ranks } = state.values
  const board = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const [openTier, setOpenTier] = useState<Tier | null>(0)
  const [active, setActive] = useState<BoardPlace | null>(null)
  const [refusal, setRefusal] = useState('')
  /** What takes the focus after a move: the golfer in the new place, or, where that is closed, the next one here. */
  const next = useRef<BoardPlace | null>(null)
  const columns = tiers.map((tier) => roster.tiers[tier]?.lines ?? [])
  const names = columns.map((lines) => lines.map(({ name }) => name))
  const isOpen = (tier: Tier) => !isPhone || tier === openTier
  const { drag, ghost, start } = useGolferDrag({
    mayMoveTo,
    onDrop: (line, { tier, before }) => place(line, tier, before),
    onRefused: refuse,
  })

  useEffect(() => {
    if (next.current === null) return
    focusOn(next.current)
    next.current = null
  })

  function focusOn({ tier, name }: BoardPlace): void {
    if (!isOpen(tier)) flushSync(() => setOpenTier(tier))
    const column = board.current?.querySelector(`[data-board-tier="${tier}"]`)
    const rows = [...(column?.querySelectorAll<HTMLElement>('[data-board-name]') ?? [])]
    const row = rows.find(({ dataset }) => dataset['boardName'] === name) ?? column
    row?.querySelector('button')?.focus()
  }

  function mayMoveTo(line: RosterLine, tier: Tier): boolean {
    const lock = lockOf(line)
    return lock === undefined || tier === lock.tier || tier === line.tier
  }

  function refuse(line: RosterLine): void {
    const lock = lockOf(line)
    if (lock) setRefusal(`${toDisplayName(line.name)} stays in tier ${tierNames[lock.tier]}: ${lock.reason}.`)
  }

  function place(line: RosterLine, tier: Tier, before: string | null): void {
    setRefusal('')
    editor.move(line, tier, before)
  }

  function move(line: RosterLine, tier: Tier, before: string | null): void {
    if (!mayMoveTo(line, tier)) {
      refuse(line)
      return
    }
    const here = names[line.tier] ?? []
    const index = here.indexOf(line.name)
    const beside = here[index + 1] ?? here[index - 1] ?? ''
    next.current = isOpen(tier) ? { tier, name: line.name } : { tier: line.tier, name: beside }
    place(line, tier, before)
  }

  function press(event: KeyboardEvent, line: RosterLine): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const command = toBoardCommand({ key, shiftKey, hasModifier: ctrlKey || metaKey || altKey }, line, names)
    if (command === undefined) return
    event.preventDefault()
    if (command.type === 'focus') focusOn(command.place)
    else move(line, command.tier, command.before)
  }

  const isKnown = active !== null && isOpen(active.tier) && names[active.tier]?.includes(active.name) === true
  const isTabStop = (line: RosterLine, index: number) =>
    isKnown
      ? active.tier === line.tier && active.name === line.name
      : line.tier === tiers.find((tier) => isOpen(tier) && (names[tier]?.length ?? 0) > 0) && index === 0

  const areAllLocked = columns.flat().every((line) => lockOf(line) !== undefined)
  return (
    <section
      className={`stack-tight ${styles.board}`}
      aria-labelledby="board"
      data-dragging={drag === null ? undefined : ''}
    >
      <h3 id="board">Board</h3>
      <div className={`small-print ${styles.hint}`}>
        <LockHint locks={locks} />
        <p>
          <span className={styles['pointer-hint']}>
            {areAllLocked
              ? 'Drag golfers within their tier, or choose one with the arrow keys and move it with Shift and an arrow key. '
              : 'Drag golfers between the tiers, or choose one with the arrow keys and press A, B, C or D; Shift with an arrow key moves step by step. '}
          </span>
          The lists below change with the board.
        </p>
      </div>
      <p className={`strong ${styles.refusal}`} role="status">
        {refusal}
      </p>
      <div ref={board} className={`stack ${styles.columns}`}>
        {columns.map((lines, index) => {
          const tier = index as Tier
          const toMark = (line: RosterLine) => findMark(line.validation?.espnId, ranks, marks)
          return (
            <BoardColumn
              key={tierNames[tier]}
              {...{ tier, lines, toMark }}
              isOpen={isOpen(tier)}
              onToggle={isPhone ? () => setOpenTier(tier === openTier ? null : tier) : null}
              isDropEnd={drag?.target?.tier === tier && drag.target.before === null}
            >
              {lines.map((line, position) => (
                <BoardRow
                  key={line.name}
                  {...{ line }}
                  rank={ranks[line.validation?.espnId ?? '']}
                  mark={toMark(line)}
                  lock={lockOf(line)}
                  isTabStop={isTabStop(line, position)}
                  isDragged={drag?.line === line}
                  isDropTarget={drag?.target?.tier === tier && drag.target.before === line.name}
                  onFocus={() => setActive(line)}
                  onKeyDown={(event) => press(event, line)}
                  onPointerDown={(event) => start(event, line)}
                  onMove={(to) => move(line, to, null)}
                />
              ))}
            </BoardColumn>
          )
        })}
      </div>
      {drag !== null && (
        <div ref={ghost} className={styles.ghost} aria-hidden="true">
          {toDisplayName(drag.line.name)}
        </div>
      )}
    </section>
  )
}

/** Which golfers cannot change their tier, and why (docs/rules.md, 8.5). */
function LockHint({ locks }: { locks: RosterLocks | null }) {
  if (locks === null || locks.entrantCount === 0) return null
  return (
    <p>
      {locks.isStarted
        ? 'Golfers who have been picked stay in their tiers.'
        : `${toPeopleText(locks.entrantCount)} entered, so golfers stay in their tiers.`}{' '}
      Their order can change.
    </p>
  )
}
