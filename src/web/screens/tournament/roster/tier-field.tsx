import { useRef } from 'react'
import { tierNames } from '#domain/tournament.ts'
import { parseTierTable, type TierLists } from '../values/tier-list-parser.ts'
import { LineStatusIcons } from './line-status-icons.tsx'
import { lineStatusOf, type RosterTier } from './roster.ts'
import styles from './tier-field.module.css'

type Props = {
  roster: RosterTier
  text: string
  onChange: (text: string) => void
  onBlur: () => void
  onSplit: (lists: TierLists) => void
  onRetry: () => void
  isDisabled: boolean
  isTouched: boolean
  error: string | undefined
  /** What somebody else has saved, where that is something else. */
  theirs: string | undefined
}

/** The golfers of one tier, a name in each line, with what became of each. */
export function TierField(props: Props) {
  const { roster, text, onChange, onBlur, onSplit, onRetry, isDisabled, isTouched, error, theirs } = props
  const { tier, lines, repeated, isChecking, failure } = roster
  const icons = useRef<HTMLDivElement>(null)
  const id = `tier-${tierNames[tier]}`
  const detectedTiers = isDisabled ? null : parseTierTable(text)
  const isInvalidTier = error !== undefined || lines.some((line) => lineStatusOf(line) === 'none')
  const isValid =
    isTouched && !isDisabled && error === undefined && lines.every((line) => isFound(lineStatusOf(line)))
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
        <div className={styles['icon-column']} aria-hidden="true">
          <div ref={icons} className={styles['icons']}>
            <LineStatusIcons text={text} lines={lines} />
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
          aria-invalid={isInvalidTier || undefined}
          aria-describedby={`${id}-count ${id}-state${error === undefined ? '' : ` ${id}-fault`}`}
          data-valid={isValid ? '' : undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          onScroll={({ currentTarget }) => {
            icons.current?.style.setProperty('transform', `translateY(${-currentTarget.scrollTop}px)`)
          }}
        />
        {isChecking && <div className={styles['progress']} />}
      </div>
      {error !== undefined && (
        <p id={`${id}-fault`} className="field-error">
          {error}
        </p>
      )}
      <p id={`${id}-state`} className={styles['state']} role="status">
        {toStateText(roster)}
      </p>
      {failure !== null && !isChecking && (
        <p className="field-error">
          {failure}{' '}
          <button type="button" className="button-link" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {detectedTiers !== null && (
        <div className={styles['split-offer']}>
          <p>
            All four tiers seem to stand in this list: {detectedTiers.map((names) => names.length).join(', ')}{' '}
            names.
          </p>
          <button type="button" className="button-secondary" onClick={() => onSplit(detectedTiers)}>
            Spread into the four tiers
          </button>
        </div>
      )}
      {theirs !== undefined && <p className={styles['theirs']}>Saved theirs: {theirs}</p>}
    </div>
  )
}

function isFound(state: ReturnType<typeof lineStatusOf>): boolean {
  return state === 'exact' || state === 'partial'
}

/** What is known of all its names; nothing while some have not been asked about. */
function toStateText({ tier, lines, isChecking }: RosterTier): string {
  if (lines.length === 0) return ''
  if (isChecking) return `Checking ${lines.length} ${lines.length === 1 ? 'name' : 'names'}`
  const states = lines.map(lineStatusOf)
  if (states.includes('unchecked')) return ''
  const countOf = (state: (typeof states)[number]) => states.filter((one) => one === state).length
  const [exact, partial, none] = [countOf('exact'), countOf('partial'), countOf('none')]
  if (exact === lines.length) return `Tier ${tierNames[tier]}: all ${exact} matched`
  const parts = [`${exact + partial} of ${lines.length} matched`]
  if (partial > 0) parts.push(`${partial} spelt differently`)
  if (none > 0) parts.push(`${none} not found`)
  return `Tier ${tierNames[tier]}: ${parts.join(', ')}`
}
