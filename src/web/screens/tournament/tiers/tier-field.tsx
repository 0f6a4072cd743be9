import { useRef } from 'react'
import { formatCount, formatList } from '#domain/text/format.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { toPeopleText } from '#domain/tournament/tournament-edit.ts'
import { FieldMessages, toDescribedBy } from '#web/forms/text-field.tsx'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import {
  type LineStatus,
  lineStatusOf,
  type RosterLine,
  type RosterTier,
} from '#web/screens/tournament/roster/roster.ts'
import { parseName, parseTierTable, type TierLists, toLines } from '#web/screens/tournament/values/tier-list-parser.ts'
import { withTierText } from '#web/screens/tournament/values/tournament-form-state.ts'
import {
  describeListDifference,
  type FieldName,
  fixedText,
  tierField,
} from '#web/screens/tournament/values/tournament-values.ts'
import styles from './tier-field.module.css'

type Props = {
  editor: TournamentEditor
  rosterTier: RosterTier
  errors: ReadonlyMap<FieldName, string>
  /** The status and errors are always shown. */
  isOpen: boolean
  /** Null: it is always open. */
  onToggle: (() => void) | null
}

/** The golfers of one tier, one name per line, each with its match. */
export function TierField({ editor, rosterTier, errors, isOpen, onToggle }: Props) {
  const { values, touched, conflict } = editor.state
  const { tier, lines, repeated, isChecking, failure } = rosterTier
  const field = tierField(tier)
  const text = values.tiers[tier]
  const isDisabled = !editor.areTiersEnabled
  const error = isDisabled ? undefined : errors.get(field)
  const isDifferent = conflict !== null && editor.differences.includes(field)
  const savedElsewhere = isDifferent ? describeListDifference(text, conflict.values.tiers[tier]) : undefined
  const isFixed = editor.isFixed(field)
  const messages = { error, savedElsewhere, hint: isFixed ? fixedText : undefined }
  const icons = useRef<HTMLDivElement>(null)
  const id = `tier-${tierNames[tier]}`
  const detectedTiers = isDisabled || isFixed ? null : parseTierTable(text)
  const statuses = lines.map(lineStatusOf)
  const isInvalid = error !== undefined || statuses.includes('none')
  const areLinesMatched = statuses.every((status) => status === 'exact' || status === 'partial')
  const isValid = touched.has(field) && !isDisabled && !isFixed && error === undefined && areLinesMatched

  return (
    <div className="stack-tight">
      <div className={styles.head}>
        <label htmlFor={id}>Tier {tierNames[tier]}</label>
        <span id={`${id}-count`} className="small-print">
          {toCountText(lines)}
          {repeated > 0 && `, ${repeated} repeated`}
        </span>
        {onToggle !== null && (
          <button
            type="button"
            className="button-text"
            disabled={isDisabled}
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            onClick={onToggle}
          >
            {toToggleText(isOpen, isFixed)} <span className="visually-hidden">the list of tier {tierNames[tier]}</span>
          </button>
        )}
      </div>
      <div id={`${id}-list`} className={styles.list} hidden={!isOpen} data-disabled={isDisabled || undefined}>
        <div className={styles['icon-column']} aria-hidden="true">
          <div ref={icons} className={styles.icons}>
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
          readOnly={isFixed}
          value={text}
          aria-invalid={isInvalid || undefined}
          aria-describedby={[`${id}-count ${id}-status`, toDescribedBy(id, messages)].join(' ').trim()}
          data-valid={isValid || undefined}
          onChange={({ target }) => editor.edit((form) => withTierText(form, tier, target.value))}
          onBlur={() => editor.leaveTier(tier)}
          onScroll={({ currentTarget }) => {
            icons.current?.style.setProperty('transform', `translateY(${-currentTarget.scrollTop}px)`)
          }}
        />
        {isChecking && <div className={styles.progress} />}
      </div>
      <FieldMessages id={id} {...messages} />
      <p id={`${id}-status`} className={`small-print ${styles.status}`} role="status">
        {toStatusText(rosterTier)}
      </p>
      {failure !== null && !isChecking && (
        <p className="field-error">
          {failure}{' '}
          <button type="button" className="button-link" onClick={editor.retryCheck}>
            Try again
          </button>
        </p>
      )}
      {detectedTiers !== null && (
        <SplitOffer
          detectedTiers={detectedTiers}
          entrantCount={editor.locks?.entrantCount ?? 0}
          onSplit={() => editor.split(detectedTiers)}
        />
      )}
    </div>
  )
}

function toToggleText(isOpen: boolean, isFixed: boolean): string {
  if (isOpen) return 'Close'
  return isFixed ? 'Show' : 'Edit'
}

type SplitOfferProps = { detectedTiers: TierLists; entrantCount: number; onSplit: () => void }

/** Offers to split a list that seems to contain all four tiers. */
function SplitOffer({ detectedTiers, entrantCount, onSplit }: SplitOfferProps) {
  const sizes = formatList(detectedTiers.map(({ length }) => String(length)))
  return (
    <div className={`stack-tight small ${styles['split-offer']}`}>
      <p>This list seems to contain all four tiers ({sizes} names).</p>
      {entrantCount === 0 ? (
        <button type="button" className="button-secondary" onClick={onSplit}>
          Split into four tiers
        </button>
      ) : (
        <p>Not possible any more: {toPeopleText(entrantCount)} entered.</p>
      )}
    </div>
  )
}

function toCountText({ length }: RosterTier['lines']): string {
  return formatCount(length, 'name')
}

/** How many names match; empty until all have been checked. */
function toStatusText({ tier, lines, isChecking }: RosterTier): string {
  if (lines.length === 0) return ''
  if (isChecking) return `Checking ${toCountText(lines)}`
  const statuses = lines.map(lineStatusOf)
  if (statuses.includes('unchecked')) return ''
  const countOf = (wanted: LineStatus) => statuses.filter((status) => status === wanted).length
  const [exact, partial, none] = [countOf('exact'), countOf('partial'), countOf('none')]
  if (exact === lines.length) return `Tier ${tierNames[tier]}: all ${exact} matched`
  const parts = [`${exact + partial} of ${lines.length} matched`]
  if (partial > 0) parts.push(`${partial} spelled differently`)
  if (none > 0) parts.push(`${none} not found`)
  return `Tier ${tierNames[tier]}: ${parts.join(', ')}`
}

const paths: Record<LineStatus, string> = {
  unchecked: 'M7 8h2',
  exact: 'M3 8.5l3.5 4 6.5-9',
  partial: 'M2.5 9.5c2-4 4-4 5.5-1.5s3.5 2.5 5.5-1.5',
  none: 'M8 2.5v7M8 12v1.5',
}

/** An icon beside each line with its match. Decorative: the report says the same in words. */
function LineStatusIcons({ text, lines }: { text: string; lines: readonly RosterLine[] }) {
  const states = new Map(lines.map((line) => [line.name, lineStatusOf(line)]))
  return (
    <ol className={styles['line-icons']}>
      {toLines(text).map((line, index) => {
        const state = states.get(parseName(line))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index, whatever its text.
          <li key={index} data-state={state}>
            {state !== undefined && (
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d={paths[state]} fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            )}
          </li>
        )
      })}
    </ol>
  )
}
