import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldMark, ListArrow } from '#web/forms/field-mark.tsx'
import type { StorageMark } from '#web/forms/form-state.ts'
import { GolferFlag } from '#web/golfer/golfer-image.tsx'
import { GolferRank } from '#web/golfer/golfer-rank.tsx'
import { UnavailableBadge } from '#web/golfer/unavailable-badge.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useHistoryStep } from '#web/url/history-steps.ts'
import { searchNames } from './name-search.ts'
import styles from './pick-combobox.module.css'
import type { PickOption } from './pick-option.ts'

const GolferLook = lazyNamed(() => import('./golfer-look.tsx'), 'GolferLook')

type Props = {
  /** The id of the field. Its label and messages refer to it. */
  id: string
  /** The content of the field. */
  children: ReactNode
  /** The accessible name of the open list. */
  title: string
  tournamentId: number
  options: readonly PickOption[]
  /** Says what the numbers of the list are; may be empty. */
  listNote: string
  selectedId: number | null
  onSelect: (id: number) => void
  /** Draws a golfer for the player; undefined if the pick is there, or nobody can be drawn. */
  onDraw: (() => void) | undefined
  /** The golfer who was drawn last, while that can be undone. */
  drawn: { readonly name: string; readonly undo: () => void } | undefined
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
  const { listNote, onDraw, drawn } = props
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [lookedAtId, setLookedAtId] = useState<number | null>(null)
  const [highlightedId, setHighlightedId] = useState<number | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const close = () => toggle(false)
  const lookButton = useRef<HTMLButtonElement>(null)
  const closeLook = () => {
    // The list is hidden until it is drawn again, and nothing hidden takes the focus.
    flushSync(() => setLookedAtId(null))
    lookButton.current?.focus()
  }
  const lookedAt = isOpen ? options.find((option) => option.id === lookedAtId) : undefined
  useHistoryStep(isPhone && isOpen, close)
  useHistoryStep(isPhone && lookedAt !== undefined, closeLook)
  const selected = options.find((option) => option.id === selectedId) ?? null
  const shown = filterOptions(options, query)
  // Tab leads from the search to the highlighted golfer.
  const tabStop = shown.find((option) => option.id === highlightedId) ?? shown[0]

  function toggle(isNowOpen: boolean) {
    if (isNowOpen) props.onOpen()
    setIsOpen(isNowOpen)
    setLookedAtId(null)
  }

  /** After a pick the list closes, or on a phone goes on to the next open pick. */
  function goOn(): void {
    setLookedAtId(null)
    if (isPhone && onNext !== undefined) show(onNext)
    else toggle(false)
  }

  function pick(option: PickOption): void {
    onSelect(option.id)
    goOn()
  }

  function show(openOther: () => void) {
    setQuery('')
    openOther()
    search.current?.focus()
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
      filteredItems={shown}
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
      onOpenChange={(isNowOpen, change) => {
        if (isNowOpen || change.reason !== 'escape-key' || lookedAt === undefined) return toggle(isNowOpen)
        change.cancel()
        closeLook()
      }}
      onItemHighlighted={(option) => option !== undefined && setHighlightedId(option.id)}
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
            {/* Hidden while one golfer is looked at, so that the search stays as it was. */}
            <div className={styles.head} hidden={lookedAt !== undefined}>
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
                ref={search}
                className={`input ${styles.search}`}
                placeholder="Search by name"
                aria-label={`Search ${title}`}
                enterKeyHint="done"
              />
            </div>
            <Combobox.Empty className={styles.empty}>{query === '' ? null : toEmptyText(query)}</Combobox.Empty>
            <div className={`cluster ${styles.tools}`} hidden={lookedAt !== undefined}>
              {listNote !== '' && <p className="fine-print">{listNote}</p>}
              {onDraw !== undefined && (
                <button
                  type="button"
                  className={`button-text ${styles.draw}`}
                  onClick={() => {
                    onDraw()
                    goOn()
                  }}
                >
                  Pick for me
                </button>
              )}
              {isPhone && (
                <p className={`small-print ${styles.drawn}`} role="status">
                  {drawn !== undefined && (
                    <>
                      {drawn.name} drawn.{' '}
                      <button type="button" className="button-link" onClick={drawn.undo}>
                        Undo<span className="visually-hidden"> the pick for me</span>
                      </button>
                    </>
                  )}
                </p>
              )}
            </div>
            {/* The buttons of the rows stand beside the list: an option has no content of its own for a screen reader. */}
            <div
              key={title}
              className={styles.rows}
              hidden={lookedAt !== undefined}
              style={{ ['--rows' as string]: shown.length }}
            >
              <Combobox.List className={styles.list}>
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
              {shown.map((option) => (
                <button
                  key={option.id}
                  type="button"
                  className={styles.about}
                  tabIndex={option === tabStop ? 0 : -1}
                  onClick={({ currentTarget }) => {
                    lookButton.current = currentTarget
                    setLookedAtId(option.id)
                  }}
                >
                  <span className="visually-hidden">About {option.name}</span>
                  <span aria-hidden="true">i</span>
                </button>
              ))}
            </div>
            {lookedAt !== undefined && (
              <Suspense fallback={<LoadingPanel />}>
                <GolferLook
                  tournamentId={props.tournamentId}
                  option={lookedAt}
                  onPick={() => pick(lookedAt)}
                  onClose={closeLook}
                />
              </Suspense>
            )}
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
