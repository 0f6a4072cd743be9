import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { findMark, type GolferMarks } from '../proposal/golfer-marks.ts'
import type { RosterLine } from '../roster/roster.ts'
import type { TournamentEditor } from '../use-tournament-editor.ts'
import { toDisplayName } from '../values/tier-list-parser.ts'
import { type BoardPlace, toBoardCommand } from './board-keys.ts'
import { BoardRow } from './board-row.tsx'
import styles from './tier-board.module.css'
import { useGolferDrag } from './use-golfer-drag.ts'

type Props = { editor: TournamentEditor; marks: GolferMarks }

/** The four lists as a board: the same lines as in the text fields, to be moved instead of typed. */
export function TierBoard({ editor, marks }: Props) {
  const { roster, state } = editor
  const { ranks } = state.values
  const board = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<BoardPlace | null>(null)
  /** The golfer who was moved takes the focus again in the new place. */
  const moved = useRef<BoardPlace | null>(null)
  const columns = tiers.map((tier) => roster.tiers[tier]?.lines ?? [])
  const names = columns.map((lines) => lines.map(({ name }) => name))
  const { drag, ghost, start } = useGolferDrag((line, { tier, before }) => editor.move(line, tier, before))

  useEffect(() => {
    if (moved.current === null) return
    focusOn(moved.current)
    moved.current = null
  })

  function focusOn({ tier, name }: BoardPlace): void {
    const column = board.current?.querySelector(`[data-board-tier="${tier}"]`)
    const rows = [...(column?.querySelectorAll<HTMLElement>('[data-board-name]') ?? [])]
    rows
      .find(({ dataset }) => dataset['boardName'] === name)
      ?.querySelector('button')
      ?.focus()
  }

  function move(line: RosterLine, tier: Tier, before: string | null): void {
    moved.current = { tier, name: line.name }
    editor.move(line, tier, before)
  }

  function press(event: KeyboardEvent, line: RosterLine): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const command = toBoardCommand({ key, shiftKey, hasModifier: ctrlKey || metaKey || altKey }, line, names)
    if (command === undefined) return
    event.preventDefault()
    if (command.type === 'focus') focusOn(command.place)
    else move(line, command.tier, command.before)
  }

  const isActive = (line: RosterLine, index: number) =>
    active !== null && names[active.tier]?.includes(active.name)
      ? active.tier === line.tier && active.name === line.name
      : line.tier === tiers.find((tier) => (names[tier]?.length ?? 0) > 0) && index === 0

  return (
    <section className={styles.board} aria-labelledby="board" data-dragging={drag === null ? undefined : ''}>
      <h3 id="board">Board</h3>
      <p className={`small-print ${styles.hint}`}>
        <span className={styles['pointer-hint']}>
          Drag golfers between the tiers, or choose one with the arrow keys and press A, B, C or D; Shift with an arrow
          key moves step by step.{' '}
        </span>
        The lists below follow.
      </p>
      <div ref={board} className={styles.columns}>
        {columns.map((lines, tier) => (
          <div
            key={tierNames[tier]}
            className={styles.column}
            data-board-tier={tier}
            data-drop-end={(drag?.target?.tier === tier && drag.target.before === null) || undefined}
          >
            <h4 id={`board-${tierNames[tier]}`}>
              {tierNames[tier]} <span className={styles.count}>{lines.length}</span>
            </h4>
            <ul aria-labelledby={`board-${tierNames[tier]}`}>
              {lines.map((line, index) => (
                <BoardRow
                  key={line.name}
                  {...{ line }}
                  rank={ranks[line.validation?.espnId ?? '']}
                  mark={findMark(line.validation?.espnId, ranks, marks)}
                  isTabStop={isActive(line, index)}
                  isDragged={drag?.line === line}
                  isDropTarget={drag?.target?.tier === tier && drag.target.before === line.name}
                  onFocus={() => setActive(line)}
                  onKeyDown={(event) => press(event, line)}
                  onPointerDown={(event) => start(event, line)}
                  onMove={(to) => move(line, to, null)}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {drag !== null && (
        <div ref={ghost} className={styles.ghost} aria-hidden="true">
          {toDisplayName(drag.line.name)}
        </div>
      )}
    </section>
  )
}
