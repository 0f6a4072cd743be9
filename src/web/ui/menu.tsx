import { type ReactNode, type ToggleEvent, useEffect, useRef } from 'react'
import { historySteps } from '#web/url/history-steps.ts'

type Props = { id: string; className?: string; onOpen?: () => void; children: ReactNode }

/** A menu below its button, which names it by `popoverTarget`. On a phone it covers most of the page, and Back closes it. */
export function Menu({ id, className = '', onOpen, children }: Props) {
  const removeStep = useRef<() => void>(undefined)
  useEffect(() => () => removeStep.current?.(), [])

  function follow({ newState, currentTarget: menu }: ToggleEvent<HTMLElement>): void {
    removeStep.current?.()
    removeStep.current = undefined
    if (newState === 'open') onOpen?.()
    if (newState === 'open' && matchMedia('(max-width: 47.99rem)').matches)
      removeStep.current = historySteps.add({ close: () => menu.hidePopover() })
  }

  return (
    <div id={id} popover="auto" className={`menu ${className}`} onBeforeToggle={follow}>
      {children}
    </div>
  )
}
