import { useId, useRef, useState } from 'react'
import styles from './invitation-share.module.css'

type CopyState = 'idle' | 'copied' | 'blocked'

/** A text to copy. Where the browser offers no clipboard, as on plain http, the button selects it. */
export function CopyField({ label, text, rows }: { label: string; text: string; rows: number }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [state, setState] = useState<CopyState>('idle')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      field.current?.select()
      setState('blocked')
    }
  }

  return (
    <div className={styles['copy-field']}>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea
          ref={field}
          id={id}
          className="input"
          rows={rows}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className={styles['copy']}>
        <button type="button" className="button-secondary" onClick={copy}>
          Copy<span className="visually-hidden"> {label.toLowerCase()}</span>
        </button>
        <p role="status">
          {state === 'copied' && 'Copied.'}
          {state === 'blocked' && 'Your browser blocked copying. The text is selected, so you can copy it yourself.'}
        </p>
      </div>
    </div>
  )
}
