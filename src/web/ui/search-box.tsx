import { useEffect, useRef } from 'react'
import styles from './search-box.module.css'

type Props = {
  /** What can be looked for: "a name or a golfer". */
  what: string
  /** What is looked for; its home is the address. */
  find: string
  onQueryChange: (find: string) => void
  /** How many match; null while nothing is looked for. */
  matches: { readonly count: number; readonly of: number } | null
}

/** A field that leaves on a board what is looked for. Escape and Clear bring everything back. */
export function SearchBox({ what, find, onQueryChange, matches }: Props) {
  const input = useRef<HTMLInputElement>(null)

  // The address follows the typing; the field follows the address only when somebody else has changed it.
  useEffect(() => {
    if (input.current !== null && input.current !== document.activeElement) input.current.value = find
  }, [find])

  function clear(): void {
    if (input.current === null) return
    input.current.value = ''
    input.current.focus()
    onQueryChange('')
  }

  return (
    <search className={styles['box']} data-on={find === '' ? undefined : ''}>
      <input
        ref={input}
        className={`input ${styles['input']}`}
        type="search"
        name="find"
        aria-label={`Find ${what}`}
        // Only with one, be it empty, does the style know that nothing was typed.
        placeholder=" "
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        defaultValue={find}
        onChange={(event) => onQueryChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') clear()
        }}
      />
      <span className={styles['hint']} aria-hidden="true">
        Find <span>{what}</span>
      </span>
      <span className={styles['matches']} role="status">
        {matches !== null && `${matches.count.toLocaleString()} of ${matches.of.toLocaleString()}`}
      </span>
      {find !== '' && (
        <button type="button" className={styles['clear']} onClick={clear}>
          Clear
        </button>
      )}
    </search>
  )
}
