import styles from './validity-icon.module.css'

const paths = { open: 'M3 6l5 5 5-5', valid: 'M2.5 8.5l3.5 4 7-9', invalid: 'M8 2.5v7M8 12v1.5' }

/** A field's validity as a shape, since its border shows it by colour alone; an arrow while it is undefined. */
export function ValidityIcon({ isValid }: { isValid: boolean | undefined }) {
  const state = isValid === undefined ? 'open' : isValid ? 'valid' : 'invalid'
  return (
    <svg className={styles.mark} data-state={state} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[state]} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
