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

function useFlash(number: string): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(number)
  useEffect(() => {
    if (shown.current === number) return
    shown.current = number
    // Not needed for the first rows.
    import('./number-flash.ts').then(({ flash }) => element.current && flash(element.current)).catch(() => undefined)
  }, [number])
  return element
}
