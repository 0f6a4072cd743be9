import type { Movement } from '#domain/field/field.ts'
import styles from './movement-mark.module.css'

/** Places gained or lost. The direction is shown by a shape, never by colour alone. */
export function MovementMark({ movement, className = '' }: { movement: Movement; className?: string | undefined }) {
  if (movement.class === 'none') return <span className="none">{movement.text}</span>
  return (
    <span className={`${movement.class} ${styles.movement} ${className}`}>
      <span className="spoken">{movement.class === 'positive' ? 'up' : 'down'} </span>
      {movement.text}
    </span>
  )
}
