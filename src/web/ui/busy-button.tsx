import type { ReactNode } from 'react'

type Props = {
  /** While busy, the button does nothing. */
  isBusy: boolean
  onPress: () => unknown
  children: ReactNode
  className?: string | undefined
  label?: string | undefined
  describedBy?: string | undefined
}

/** Starts something that takes a while. Uses `aria-disabled`, because `disabled` would drop the keyboard focus. */
export function BusyButton({ isBusy, onPress, children, className = 'button-secondary', label, describedBy }: Props) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-disabled={isBusy || undefined}
      aria-describedby={describedBy}
      onClick={() => {
        if (!isBusy) onPress()
      }}
    >
      {children}
    </button>
  )
}
