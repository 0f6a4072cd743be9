import styles from './field-mark.module.css'
import type { StorageMark } from './form-state.ts'

const paths = {
  saved: 'M2.5 8.5l3.5 4 7-9',
  unsaved: 'M8 6.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
  invalid: 'M8 2.5v7M8 12v1.5',
}

/** Shows in a field whether its content is saved: a tick. A dot is typed but not saved. Nothing for an empty form. */
export function FieldMark({ mark }: { mark: StorageMark | 'invalid' }) {
  if (mark === 'open') return null
  return (
    <svg className={styles.mark} data-state={mark} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[mark]} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}

/** The arrow of a field that opens a list. */
export function ListArrow() {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
