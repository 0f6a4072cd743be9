import { type RefObject, useEffect, useRef } from 'react'
import type { Movement } from '#domain/field/field.ts'
import styles from './movement-mark.module.css'

type Props = {
  children: string
  className?: string | undefined
  /** The row whose number it is: an element of a board may show that of another row after a refresh, which is no change. */
  of?: string | number | undefined
}

/** A number that flashes once when it changes, but not when it first appears. */
export function BoardNumber({ children, className, of }: Props) {
  return (
    <span ref={useFlash(children, of)} className={className}>
      {children}
    </span>
  )
}

/** A score to par, in one colour: the others are reserved for the scorecard. */
export function BoardToPar({ className = '', ...number }: Props) {
  return <BoardNumber className={`to-par ${className}`} {...number} />
}

type FigureProps = { name: string; children: string; isMain?: boolean }

/** A number with its name, in a list of `.figures`. */
export function Figure({ name, children, isMain = false }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="strong">{isMain ? <BoardToPar>{children}</BoardToPar> : <BoardNumber>{children}</BoardNumber>}</dd>
    </div>
  )
}

/** How long a number stays highlighted before it fades. */
const markedMs = 1200
const fadeMs = 200

/** Grey, because every other colour has a meaning. Extended to the sides only: there is other text above and below. */
const grey = 'var(--hairline)'
const marked = { background: grey, boxShadow: `-0.2em 0 ${grey}, 0.2em 0 ${grey}` }

/** An empty number is one that has not arrived yet. */
function useFlash(number: string, of: Props['of']): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef({ number, of })
  // Not in the task that renders the refresh, but in the frame after it.
  useEffect(() => {
    const before = shown.current
    shown.current = { number, of }
    if (before.of !== of || before.number === number || before.number === '') return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([marked, {}], {
      delay: markedMs,
      duration: fadeMs,
      easing: 'steps(3)',
      fill: 'backwards',
    })
  }, [number, of])
  return element
}

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
