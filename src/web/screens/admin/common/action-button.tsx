import type { ReactNode } from 'react'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { type AdminMutation, useIsBusy } from './use-admin-mutation.ts'

type Props = {
  onPress: () => void
  children: ReactNode
  /** The action of this button is running: `busyText` replaces `children`. */
  isRunning?: boolean
  busyText?: string
  className?: string
  /** Disabled, for a reason given nearby. */
  isBlocked?: boolean
  describedBy?: string
}

/** Starts an action. Disabled while any action of the admin screen is running. */
export function ActionButton(props: Props) {
  const { onPress, children, isRunning = false, busyText, className, isBlocked = false, describedBy } = props
  const isBusy = useIsBusy()
  return (
    <BusyButton className={className} describedBy={describedBy} onPress={onPress} isBusy={isBusy || isBlocked}>
      {isRunning && busyText !== undefined ? busyText : children}
    </BusyButton>
  )
}

type ConfirmedProps = Omit<Props, 'isRunning' | 'onPress'> & {
  action: AdminMutation
  label: ReactNode
  /** The title of the question. */
  title: string
  /** The consequences, and the question. */
  children: ReactNode
}

/** Starts an action after a question. */
export function ConfirmedAction({ action, label, title, children, ...button }: ConfirmedProps) {
  const { openModal, ...confirmation } = useModalState<null>()
  return (
    <>
      <ActionButton {...button} isRunning={action.isPending} onPress={() => openModal(null)}>
        {label}
      </ActionButton>
      <Confirmation {...confirmation} title={title} onYes={() => action.mutate()}>
        {children}
      </Confirmation>
    </>
  )
}
