import styles from './board-toggle.module.css'

type Props = { children: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A toggle button for an option of a board. */
export function BoardToggle({ children, isOn, onChange }: Props) {
  return (
    <button
      type="button"
      className={`button-secondary ${styles.toggle}`}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  )
}
