import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { FieldMark, ListArrow } from '#web/forms/field-mark.tsx'
import type { StorageMark } from '#web/forms/form-state.ts'
import { GolferFlag } from '#web/golfer/golfer-image.tsx'
import { GolferRank, type GolferRankKind } from '#web/golfer/golfer-rank.tsx'
import { UnavailableBadge, type UnavailableLabel } from '#web/golfer/unavailable-badge.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useHistoryStep } from '#web/url/history-steps.ts'
import { searchNames } from './name-search.ts'
import styles from './pick-combobox.module.css'

export type PickOption = {
  readonly id: number
  readonly name: string
  /** The number before the name. */
  readonly rank: number | null
  readonly rankKind: GolferRankKind
  readonly flag: string | null
  /** A line below the name; may be empty. */
  readonly note: string
  /** Unavailable golfers come last in every list. */
  readonly unavailable: UnavailableLabel | undefined
}

type Props = {
  /** The id of the field. Its label and messages refer to it. */
  id: string
  /** The content of the field. */
  children: ReactNode
  /** The accessible name of the open list. */
  title: string
  options: readonly PickOption[]
  selectedId: number | null
  onSelect: (id: number) => void
  /** On a phone the list stays open, and goes on to another pick or back; undefined if there is none. */
  onNext: (() => void) | undefined
  onBack: (() => void) | undefined
  onOpen: () => void
  /** The id of the field that takes the focus when the list closes on a phone. */
  finalId: string
  /** Undefined until validity should be shown. */
  isValid: boolean | undefined
  mark: StorageMark
  describedBy: string | undefined
  /** Shown when nothing matches. */
  toEmptyText: (query: string) => string
}

/** Replaces the positioner's own style, which places the popup beside its field. */
const fullScreen = {
  position: 'fixed',
  inset: 0,
  width: 'auto',
  height: '100dvh',
  transform: 'none',
} as const

/** Chooses a golfer from a long list, by scrolling or typing. On a phone the list fills the screen, for all picks in turn. */
export function PickCombobox(props: Props) {
  const { id, title, options, selectedId, onSelect, onNext, onBack, isValid, mark, describedBy, toEmptyText } = props
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const close = () => setIsOpen(false)
  useHistoryStep(isPhone && isOpen, close)
  const selected = options.find((option) => option.id === selectedId) ?? null

  function toggle(isNowOpen: boolean) {
    if (isNowOpen) props.onOpen()
    setIsOpen(isNowOpen)
  }

  function show(openOther: () => void) {
    setQuery('')
    openOther()
  }

  function openByTyping(event: KeyboardEvent & { preventBaseUIHandler?: () => void }) {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
    setQuery(event.key)
    toggle(true)
  }

  function findFinalFocus() {
    const field = document.getElementById(isPhone ? props.finalId : id)
    field?.scrollIntoView({ block: 'nearest' })
    return field
  }

  return (
    <Combobox.Root
      items={options}
      filteredItems={filterOptions(options, query)}
      value={selected}
      onValueChange={(option, change) => {
        if (option === null) return
        onSelect(option.id)
        if (!isPhone || onNext === undefined) return
        change.cancel()
        show(onNext)
      }}
      isItemEqualToValue={(a, b) => a.id === b.id}
      itemToStringLabel={({ name }) => name}
      open={isOpen}
      onOpenChange={toggle}
      inputValue={query}
      onInputValueChange={setQuery}
      modal={isPhone}
      autoHighlight
      id={id}
    >
      <Combobox.Trigger
        className={`input ${styles.field}`}
        aria-invalid={isValid === false || undefined}
        aria-describedby={describedBy}
        data-valid={isValid || undefined}
        onKeyDown={openByTyping}
      >
        {props.children}
        {isValid !== false && mark === 'open' ? (
          <ListArrow />
        ) : (
          <FieldMark mark={isValid === false ? 'invalid' : mark} />
        )}
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner
          className={styles.positioner}
          style={isPhone ? fullScreen : undefined}
          sideOffset={4}
          align="start"
        >
          <Combobox.Popup className={styles.popup} aria-label={title} finalFocus={findFinalFocus}>
            <div className={styles.head}>
              {onBack !== undefined && (
                <button type="button" className={`button-text ${styles.back}`} onClick={() => show(onBack)}>
                  Back
                </button>
              )}
              <p className={styles.title} role="status">
                {title}
              </p>
              <button type="button" className={`button-text ${styles.done}`} onClick={close}>
                Done
              </button>
              <Combobox.Input
                className={`input ${styles.search}`}
                placeholder="Search by name"
                aria-label={`Search ${title}`}
                enterKeyHint="done"
              />
            </div>
            <Combobox.Empty className={styles.empty}>{query === '' ? null : toEmptyText(query)}</Combobox.Empty>
            {options.some(({ rank, rankKind }) => rank !== null && rankKind === 'ranking') && (
              <p className={`fine-print ${styles.ranking}`}>World rank</p>
            )}
            <Combobox.List key={title} className={styles.list}>
              {(option: PickOption) => (
                <Combobox.Item key={option.id} value={option} className={styles.option}>
                  <GolferRank rank={option.rank} kind={option.rankKind} />
                  <GolferFlag src={option.flag} />
                  <span className={styles['option-name']}>
                    <Combobox.ItemIndicator className={styles.tick}>
                      <FieldMark mark="unsaved" />
                    </Combobox.ItemIndicator>
                    {option.name}
                    {option.unavailable !== undefined && (
                      <UnavailableBadge unavailable={option.unavailable} isReasonShown />
                    )}
                  </span>
                  {option.note !== '' && <span className={`small-print ${styles.note}`}>{option.note}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

/** Unavailable golfers come last, so that nobody picks one by accident. */
function filterOptions(options: readonly PickOption[], query: string): PickOption[] {
  const matches = searchNames(options, query)
  return [
    ...matches.filter(({ unavailable }) => unavailable === undefined),
    ...matches.filter(({ unavailable }) => unavailable !== undefined),
  ]
}
