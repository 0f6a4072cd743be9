import type { ReactNode } from 'react'
import type { AdminActions } from './use-admin-actions.ts'

type Props = {
  actions: Pick<AdminActions, 'busy'>
  /** The key of the action that it starts. */
  action: string
  onPress: () => void
  children: ReactNode
  /** Instead of `children` while its action is under way. */
  busyText?: string
  className?: string
  /** Something else than another action stands in the way; words near it say what. */
  isBlocked?: boolean
  describedBy?: string
}

/** Starts an action. While it cannot, it stays where the focus is: nobody loses his place for pressing it. */
export function ActionButton(props: Props) {
  const { actions, action, onPress, children, busyText, className = 'button-secondary', describedBy } = props
  const isBusy = actions.busy === action
  const isOff = actions.busy !== null || props.isBlocked === true
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isOff || undefined}
      aria-describedby={describedBy}
      onClick={() => {
        if (!isOff) onPress()
      }}
    >
      {isBusy && busyText !== undefined ? busyText : children}
    </button>
  )
}
