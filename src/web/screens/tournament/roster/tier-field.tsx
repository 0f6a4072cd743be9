import { useRef } from 'react'
import { tierNames } from '#domain/tournament.ts'
import { findTierTable, type TierLists } from '../values/tier-text.ts'
import { LineMarks } from './line-marks.tsx'
import { type RosterTier, stateOf } from './roster.ts'
import styles from './tier-field.module.css'

type Props = {
  roster: RosterTier
  text: string
  onChange: (text: string) => void
  onLeave: () => void
  onSpread: (lists: TierLists) => void
  onTryAgain: () => void
  isDisabled: boolean
  isTouched: boolean
  fault: string | undefined
  /** What somebody else has saved, where that is something else. */
  elsewhere: string | undefined
}

/** The golfers of one tier, a name in each line, with what became of each. */
export function TierField(props: Props) {
  const { roster, text, onChange, onLeave, onSpread, onTryAgain, isDisabled, isTouched, fault, elsewhere } =
    props
  const { tier, lines, repeated, isChecking, failure } = roster
  const marks = useRef<HTMLDivElement>(null)
  const id = `tier-${tierNames[tier]}`
  const table = isDisabled ? null : findTierTable(text)
  const isWrong = fault !== undefined || lines.some((line) => stateOf(line) === 'none')
  const isRight =
    isTouched && !isDisabled && fault === undefined && lines.every((line) => isFound(stateOf(line)))
  const count = `${lines.length} ${lines.length === 1 ? 'name' : 'names'}`

  return (
    <div className={styles['tier']}>
      <div className={styles['head']}>
        <label htmlFor={id}>Tier {tierNames[tier]}</label>
        <span id={`${id}-count`}>
          {count}
          {repeated > 0 && `, ${repeated} repeated`}
        </span>
      </div>
      <div className={styles['list']} data-disabled={isDisabled ? '' : undefined}>
        <div className={styles['gutter']} aria-hidden="true">
          <div ref={marks} className={styles['marks']}>
            <LineMarks text={text} lines={lines} />
          </div>
        </div>
        <textarea
          id={id}
          className="input"
          rows={20}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          disabled={isDisabled}
          value={text}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-count ${id}-state${fault === undefined ? '' : ` ${id}-fault`}`}
          data-valid={isRight ? '' : undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onLeave}
          onScroll={({ currentTarget }) => {
            marks.current?.style.setProperty('transform', `translateY(${-currentTarget.scrollTop}px)`)
          }}
        />
        {isChecking && <div className={styles['progress']} />}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
      <p id={`${id}-state`} className={styles['state']} role="status">
        {toStateText(roster)}
      </p>
      {failure !== null && !isChecking && (
        <p className="field-fault">
          {failure}{' '}
          <button type="button" className="button-line" onClick={onTryAgain}>
            Try again
          </button>
        </p>
      )}
      {table !== null && (
        <div className={styles['offer']}>
          <p>
            All four tiers seem to stand in this list: {table.map((names) => names.length).join(', ')} names.
          </p>
          <button type="button" className="button-quiet" onClick={() => onSpread(table)}>
            Spread into the four tiers
          </button>
        </div>
      )}
      {elsewhere !== undefined && <p className={styles['elsewhere']}>Saved elsewhere: {elsewhere}</p>}
    </div>
  )
}

function isFound(state: ReturnType<typeof stateOf>): boolean {
  return state === 'exact' || state === 'partial'
}

/** What is known of all its names; nothing while some have not been asked about. */
function toStateText({ tier, lines, isChecking }: RosterTier): string {
  if (lines.length === 0) return ''
  if (isChecking) return `Checking ${lines.length} ${lines.length === 1 ? 'name' : 'names'}`
  const states = lines.map(stateOf)
  if (states.includes('unchecked')) return ''
  const countOf = (state: (typeof states)[number]) => states.filter((one) => one === state).length
  const [exact, partial, none] = [countOf('exact'), countOf('partial'), countOf('none')]
  if (exact === lines.length) return `Tier ${tierNames[tier]}: all ${exact} matched`
  const parts = [`${exact + partial} of ${lines.length} matched`]
  if (partial > 0) parts.push(`${partial} spelt differently`)
  if (none > 0) parts.push(`${none} not found`)
  return `Tier ${tierNames[tier]}: ${parts.join(', ')}`
}
