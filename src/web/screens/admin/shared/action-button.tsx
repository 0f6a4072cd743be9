import type { ReactNode } from 'react'
import type { AdminActions } from './use-admin-actions.ts'

type Props = {
  actions: Pick<AdminActions, 'busy'>
  /** The key of the action that the button starts. */
  action: string
  onPress: () => void
  children: ReactNode
  /** Replaces `children` while the action runs. */
  busyText?: string
  className?: string
  /** Disabled for a reason that is stated nearby. */
  isBlocked?: boolean
  describedBy?: string
}

/** Starts an action. Uses `aria-disabled`, because `disabled` would drop the keyboard focus. */
export function ActionButton(props: Props) {
  const { actions, action, onPress, children, busyText, className = 'button-secondary', describedBy } = props
  const isBusy = actions.busy === action
  const isDisabled = actions.busy !== null || props.isBlocked === true
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
      {isBusy && busyText !== undefined ? busyText : children}
    </button>
  )
}
