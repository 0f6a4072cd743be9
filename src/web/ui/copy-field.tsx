import { useId, useRef } from 'react'
import { useCopy } from './use-copy.ts'

/** A text to copy. If the browser offers no clipboard, the button selects it. */
export function CopyField({ label, text, rows }: { label: string; text: string; rows: number }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, copy } = useCopy(text)

  async function copyOrSelect(): Promise<void> {
    if ((await copy()) === 'blocked') field.current?.select()
  }

  return (
    <div className="stack-tight">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea
          ref={field}
          id={id}
          className="input small"
          rows={rows}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className="buttons">
        <button type="button" className="button-secondary" onClick={copyOrSelect}>
          Copy<span className="visually-hidden"> {label.toLowerCase()}</span>
        </button>
        <p className="small" role="status">
          {state === 'copied' && 'Copied.'}
          {state === 'blocked' && 'Your browser blocked copying. The text is selected, so you can copy it yourself.'}
        </p>
      </div>
    </div>
  )
}
