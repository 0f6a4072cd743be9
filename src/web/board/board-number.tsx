import { type RefObject, useEffect, useRef } from 'react'

type Props = { children: string; className?: string | undefined }

/** A number that flashes once when it changes, but not when it first appears. */
export function BoardNumber({ children, className }: Props) {
  return (
    <span ref={useFlash(children)} className={className}>
      {children}
    </span>
  )
}

/** A score to par. Under par is bold, over par regular: colours are reserved for the scorecard. */
export function BoardToPar({ children, className = '' }: Props) {
  return (
    <span ref={useFlash(children)} className={`to-par ${className}`} data-under={/^-\d/.test(children) || undefined}>
      {children}
    </span>
  )
}

/** An empty number is one that has not arrived yet. */
export function isChange(before: string, number: string): boolean {
  return before !== '' && before !== number
}

function useFlash(number: string): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(number)
  useEffect(() => {
    const before = shown.current
    shown.current = number
    if (!isChange(before, number)) return
    // Not needed for the first rows.
    import('./number-flash.ts').then(({ flash }) => element.current && flash(element.current)).catch(() => undefined)
  }, [number])
  return element
}
