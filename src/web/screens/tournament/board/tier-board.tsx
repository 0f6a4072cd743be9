import { formatCount } from '#domain/text/format.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { toPeopleText } from '#domain/tournament/tournament-edit.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import type { GolferMarks } from '#web/screens/tournament/proposal/golfer-marks.ts'
import { lineStatusOf, type RosterLine } from '#web/screens/tournament/roster/roster.ts'
import type { RosterLocks } from '#web/screens/tournament/roster/roster-locks.ts'
import formStyles from '#web/screens/tournament/tournament-form.module.css'
import { toDisplayName } from '#web/screens/tournament/values/tier-list-parser.ts'
import styles from './tier-board.module.css'
import { type Board, useTierBoard } from './use-tier-board.ts'

type Props = { editor: TournamentEditor; marks: GolferMarks }

/** The four lists as a board: the same lines as in the text fields, to be moved instead of typed. */
export function TierBoard({ editor, marks }: Props) {
  const board = useTierBoard(editor, marks)
  const { columns, draggedLine } = board
  const areAllLocked = columns.flat().every((line) => editor.lockOf(line) !== undefined)
  return (
    <section
      className={`stack-tight ${styles.board}`}
      aria-labelledby="board"
      data-dragging={draggedLine === undefined ? undefined : ''}
    >
      <h3 id="board">Board</h3>
      <div className={`small-print ${styles.hint}`}>
        <LockHint locks={editor.locks} />
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
        {board.refusal}
      </p>
      <div ref={board.element} className={formStyles.tiers}>
        {tiers.map((tier) => (
          <Column key={tier} {...{ board, tier }} lines={columns[tier] ?? []} />
        ))}
      </div>
      {draggedLine !== undefined && (
        <div ref={board.ghost} className={styles.ghost} aria-hidden="true">
          {toDisplayName(draggedLine.name)}
        </div>
      )}
    </section>
  )
}

/** Which golfers cannot change their tier, and why (docs/rules.md, 8.5). */
function LockHint({ locks }: { locks: RosterLocks | null }) {
  if (locks === null || locks.entrantCount === 0) return null
  return <p>{toPeopleText(locks.entrantCount)} entered, so golfers stay in their tiers. Their order can change.</p>
}

type ColumnProps = { board: Board; tier: Tier; lines: readonly RosterLine[] }

/** A tier of the board. Its heading shows what needs attention, even while it is closed. */
function Column({ board, tier, lines }: ColumnProps) {
  const id = `board-${tierNames[tier]}`
  const { isPhone, dropTarget } = board
  const isOpen = board.isOpen(tier)
  const heading = (
    <>
      {tierNames[tier]}{' '}
      <span className={`small-print count ${styles.count}`}>
        {isPhone ? describeLines(lines, board) : String(lines.length)}
      </span>
    </>
  )
  return (
    <div
      className={styles.column}
      data-board-tier={tier}
      data-drop-end={(dropTarget?.tier === tier && dropTarget.before === null) || undefined}
    >
      <h4 id={id}>
        {isPhone ? (
          <button
            type="button"
            className="expander"
            aria-expanded={isOpen}
            aria-controls={`${id}-golfers`}
            onClick={() => board.toggle(tier)}
          >
            {heading}
          </button>
        ) : (
          heading
        )}
      </h4>
      <ul id={`${id}-golfers`} aria-labelledby={id} hidden={!isOpen}>
        {lines.map((line, index) => (
          <Row key={line.name} {...{ board, line }} isTabStop={board.isTabStop(line, index)} />
        ))}
      </ul>
    </div>
  )
}

/** "30 golfers, 1 not found, 2 to check" */
function describeLines(lines: readonly RosterLine[], { markOf }: Board): string {
  const unknown = lines.filter((line) => lineStatusOf(line) === 'none').length
  const unsure = lines.filter((line) => lineStatusOf(line) !== 'none' && markOf(line)?.kind === 'check').length
  const parts = [formatCount(lines.length, 'golfer')]
  if (unknown > 0) parts.push(`${unknown} not found`)
  if (unsure > 0) parts.push(`${unsure} to check`)
  return parts.join(', ')
}

type RowProps = { board: Board; line: RosterLine; isTabStop: boolean }

const badges = { check: 'Check', unranked: 'Unranked' } as const

/** A golfer on the board. */
function Row({ board, line, isTabStop }: RowProps) {
  const { dropTarget } = board
  const name = line.validation?.espnName ?? toDisplayName(line.name)
  const rank = board.rankOf(line)
  const mark = board.markOf(line)
  const lock = board.lockOf(line)
  const badge = lineStatusOf(line) === 'none' ? 'Not found' : mark && badges[mark.kind]
  return (
    <li
      className={styles.row}
      data-board-name={line.name}
      data-dragged={board.draggedLine === line || undefined}
      data-drop={(dropTarget?.tier === line.tier && dropTarget.before === line.name) || undefined}
    >
      <button
        type="button"
        className={styles.golfer}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => board.setActive(line)}
        onKeyDown={(event) => board.press(event, line)}
        onPointerDown={(event) => board.start(event, line)}
      >
        <span className={`small-print ${styles.rank}`}>
          {rank === undefined ? '' : <span className="visually-hidden">Rank </span>}
          {rank ?? ''}
        </span>
        <span className={styles.name}>{name}</span>
        {badge !== undefined && (
          <span className={`fine-print ${styles.badge}`} data-urgent={badge === 'Unranked' ? undefined : ''}>
            {badge}
          </span>
        )}
        {mark !== undefined && mark.note !== '' && <span className={`fine-print ${styles.note}`}>{mark.note}</span>}
      </button>
      {lock?.tier === line.tier ? (
        <span className={`small-print ${styles.stays}`}>Stays in {tierNames[lock.tier]}</span>
      ) : (
        <label className={`small-print ${styles.move}`}>
          <span className={styles['move-label']}>Move to</span>
          <select
            aria-label={`Move ${name} to`}
            tabIndex={isTabStop ? 0 : -1}
            value={line.tier}
            onChange={({ target }) => board.move(line, Number(target.value) as Tier, null)}
          >
            {tiers.map((tier) => (
              <option key={tier} value={tier} disabled={!board.mayMoveTo(line, tier)}>
                {tierNames[tier]}
              </option>
            ))}
          </select>
        </label>
      )}
    </li>
  )
}
