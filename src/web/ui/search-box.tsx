import { useEffect, useRef } from 'react'
import { formatNumber } from '#domain/text/format.ts'
import styles from './search-box.module.css'

type Props = {
  /** The kind of text to search for: "a name or a golfer". */
  what: string
  /** The search query, which is stored in the URL. */
  query: string
  onQueryChange: (query: string) => void
  /** The number of matches; null without a query. */
  matches: { readonly count: number; readonly of: number } | null
}

/** Filters a board. Escape and Clear reset it. */
export function SearchBox({ what, query, onQueryChange, matches }: Props) {
  const input = useRef<HTMLInputElement>(null)

  // The URL follows the input; the input follows the URL only while it does not have focus.
  useEffect(() => {
    if (input.current !== null && input.current !== document.activeElement) input.current.value = query
  }, [query])

  function clear(): void {
    if (input.current === null) return
    input.current.value = ''
    input.current.focus()
    onQueryChange('')
  }

  return (
    <search className={`no-print ${styles.box}`} data-on={query === '' ? undefined : ''}>
      <input
        ref={input}
        className={`input ${styles.input}`}
        type="search"
        name="find"
        aria-label={`Find ${what}`}
        // `:placeholder-shown` needs a placeholder, even an empty-looking one.
        placeholder=" "
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        defaultValue={query}
        onChange={(event) => onQueryChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') clear()
        }}
      />
      <span className={styles.hint} aria-hidden="true">
        Find <span>{what}</span>
      </span>
      <span className={`small-print ${styles.matches}`} role="status">
        {matches !== null && `${formatNumber(matches.count)} of ${formatNumber(matches.of)}`}
      </span>
      {query !== '' && (
        <button type="button" className={styles.clear} onClick={clear}>
          Clear
        </button>
      )}
    </search>
  )
}
