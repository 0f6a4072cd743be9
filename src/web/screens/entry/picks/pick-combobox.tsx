import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, useState } from 'react'
import { PickMark } from '#web/forms/pick-mark.tsx'
import { OutMark } from '#web/golfer/out-mark.tsx'
import type { OutWords } from '#web/golfer/out-words.ts'
import styles from './pick-combobox.module.css'
import { searchNames } from './pick-search.ts'
import { useMedia } from './use-media.ts'

export type PickOption = {
  readonly id: number
  readonly name: string
  /** What to know before choosing it, in a few words; empty when there is nothing. */
  readonly note: string
  /** Set for one who is out: he stands last, whatever is looked for. */
  readonly out: OutWords | undefined
}

type Props = {
  /** Of the field, for its label and its description. */
  id: string
  /** Names the list when it is open. */
  title: string
  /** In the order in which they are listed. */
  options: readonly PickOption[]
  chosenId: number | null
  onChoose: (id: number) => void
  /** Undefined: nothing is said about it yet. */
  isValid: boolean | undefined
  describedBy: string | undefined
  /** Said when nobody is found. */
  explainNobody: (query: string) => string
}

/** In the place of a popup's own place, beside its field. */
const wholeWindow = {
  position: 'fixed',
  inset: 0,
  width: 'auto',
  height: '100dvh',
  transform: 'none',
} as const

/** Chooses one from a long list of names by looking or by typing. On a phone the list takes the whole height. */
export function PickCombobox(props: Props) {
  const { id, title, options, chosenId, onChoose, isValid, describedBy, explainNobody } = props
  const isPhone = useMedia('(max-width: 47.99rem)')
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const chosen = options.find((option) => option.id === chosenId) ?? null

  function openByTyping(event: KeyboardEvent & { preventBaseUIHandler?: () => void }) {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
    setQuery(event.key)
    setIsOpen(true)
  }

  return (
    <Combobox.Root
      items={options}
      filteredItems={search(options, query)}
      value={chosen}
      onValueChange={(option) => option !== null && onChoose(option.id)}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={({ name }) => name}
      open={isOpen}
      onOpenChange={setIsOpen}
      inputValue={query}
      onInputValueChange={setQuery}
      modal={isPhone}
      autoHighlight
      id={id}
    >
      <Combobox.Trigger
        className={styles['field']}
        aria-invalid={isValid === false || undefined}
        aria-describedby={describedBy}
        data-state={isValid === undefined ? undefined : isValid ? 'valid' : 'invalid'}
        onKeyDown={openByTyping}
      >
        {chosen === null ? (
          <span className={styles['nobody']}>Choose a golfer</span>
        ) : (
          <span className={styles['name']}>
            {chosen.name}
            {chosen.out !== undefined && <OutMark out={chosen.out} />}
          </span>
        )}
        <PickMark isValid={isValid} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner
          className={styles['positioner']}
          style={isPhone ? wholeWindow : undefined}
          sideOffset={4}
          align="start"
        >
          <Combobox.Popup className={styles['popup']} aria-label={title}>
            <div className={styles['head']}>
              <p className={styles['title']}>{title}</p>
              <button type="button" className={styles['close']} onClick={() => setIsOpen(false)}>
                Close
              </button>
              <Combobox.Input
                className={`input ${styles['search']}`}
                placeholder="Search by name"
                aria-label={`Search ${title}`}
                enterKeyHint="done"
              />
            </div>
            <Combobox.Empty className={styles['empty']}>
              {query === '' ? null : explainNobody(query)}
            </Combobox.Empty>
            <Combobox.List className={styles['list']}>
              {(option: PickOption) => (
                <Combobox.Item key={option.id} value={option} className={styles['option']}>
                  <span className={styles['option-name']}>
                    <Combobox.ItemIndicator className={styles['tick']}>
                      <PickMark isValid />
                    </Combobox.ItemIndicator>
                    {option.name}
                    {option.out !== undefined && <OutMark out={option.out} isToldBeside />}
                  </span>
                  {option.note !== '' && <span className={styles['note']}>{option.note}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

/** Nobody should choose by accident who will not play. */
function search(options: readonly PickOption[], query: string): PickOption[] {
  const found = searchNames(options, query)
  return [...found.filter(({ out }) => out === undefined), ...found.filter(({ out }) => out !== undefined)]
}
