import styles from './board-toggle.module.css'

type Props = { children: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A button that stays pressed: for what a board shows or leaves out. */
export function BoardToggle({ children, isOn, onChange }: Props) {
  return (
    <button
      type="button"
      className={`button-secondary ${styles['toggle']}`}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  )
}
