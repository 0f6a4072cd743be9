import type { Movement } from '#domain/field/field.ts'
import styles from './movement-mark.module.css'

const directions = { positive: 'up', negative: 'down', none: '' } as const

/** Places gained or lost. The direction is shown by a shape, never by colour alone. */
export function MovementMark({ movement }: { movement: Movement }) {
  if (movement.class === 'none') return <span className="none">{movement.text}</span>
  return (
    <span className={`${movement.class} ${styles.movement}`}>
      <span aria-hidden="true" className={styles.arrow} data-direction={directions[movement.class]} />
      <span className="visually-hidden">{directions[movement.class]} </span>
      {movement.text}
    </span>
  )
}
