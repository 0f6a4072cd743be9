import type { ReactNode } from 'react'
import { useAdminActions } from './use-admin-actions.ts'

type Props = {
  /** The key of the action that the button starts. */
  action: string
  onPress: () => void
  children: ReactNode
  /** Replaces `children` while the action runs. */
  busyText?: string
  className?: string
  /** Disabled, for a reason given nearby. */
  isBlocked?: boolean
  describedBy?: string
}

/** Starts an action. Uses `aria-disabled`, because `disabled` would drop the keyboard focus. */
export function ActionButton(props: Props) {
  const { action, onPress, children, busyText, className = 'button-secondary', isBlocked, describedBy } = props
  const { busy } = useAdminActions()
  const isDisabled = busy !== null || isBlocked === true
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isDisabled || undefined}
      aria-describedby={describedBy}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
    >
      {busy === action && busyText !== undefined ? busyText : children}
    </button>
  )
}
