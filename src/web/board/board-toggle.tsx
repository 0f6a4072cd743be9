import styles from './board-toggle.module.css'

type Props = {
  children: string
  /** The end of the text, which a phone has no room to show. */
  more?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A toggle button for an option of a board. */
export function BoardToggle({ children, more, isOn, onChange }: Props) {
  return (
    <button
      type="button"
      className={`button-secondary ${styles.toggle}`}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      <span>
        {children}
        {more !== undefined && <span className="hidden-on-phone"> {more}</span>}
      </span>
    </button>
  )
}
