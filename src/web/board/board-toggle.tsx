import type { ReactNode } from 'react'
import styles from './board-toggle.module.css'

type Props = {
  children: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A toggle button for an option of a board. */
export function BoardToggle({ children, isOn, onChange }: Props) {
  return (
    <button type="button" className="button-secondary" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {children}
    </button>
  )
}

/** Toggle buttons of which one is on. */
export function BoardChoices({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div role="group" className={styles.choices} aria-label={label}>
      {children}
    </div>
  )
}
