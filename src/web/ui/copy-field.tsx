import { useRef } from 'react'
import { Field } from './field.tsx'
import { useCopy } from './use-copy.ts'

/** A text to copy. If the browser offers no clipboard, the button selects it. */
export function CopyField({ label, text, rows }: { label: string; text: string; rows: number }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, copy } = useCopy(text)

  async function copyOrSelect(): Promise<void> {
    if ((await copy()) === 'blocked') field.current?.select()
  }

  return (
    <div className="stack-tight">
      <Field label={label}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={rows}
            className="input small"
            readOnly
            value={text}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
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
