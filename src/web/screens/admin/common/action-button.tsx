import type { ReactNode } from 'react'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { type AdminAction, useAdminActions } from './use-admin-actions.ts'

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

type ConfirmedProps<Result> = Omit<Props, 'action' | 'onPress'> & {
  action: AdminAction<Result>
  label: ReactNode
  /** Of the question, which is in `children`. */
  title: string
}

/** Starts an action after a question. */
export function ConfirmedAction<Result>({ action, label, title, children, ...button }: ConfirmedProps<Result>) {
  const { run } = useAdminActions()
  const { openModal, ...confirmation } = useModalState<null>()
  return (
    <>
      <ActionButton {...button} action={action.key} onPress={() => openModal(null)}>
        {label}
      </ActionButton>
      <Confirmation {...confirmation} title={title} onYes={() => run(action)}>
        {children}
      </Confirmation>
    </>
  )
}
