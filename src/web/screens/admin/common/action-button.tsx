import type { ReactNode } from 'react'
import { BusyButton } from '#web/ui/busy-button.tsx'
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

/** Starts an action. */
export function ActionButton(props: Props) {
  const { action, onPress, children, busyText, className, isBlocked, describedBy } = props
  const { busy } = useAdminActions()
  return (
    <BusyButton {...{ className, describedBy, onPress }} isBusy={busy !== null || isBlocked === true}>
      {busy === action && busyText !== undefined ? busyText : children}
    </BusyButton>
  )
}
