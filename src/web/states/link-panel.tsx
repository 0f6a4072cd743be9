import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { toProblemText } from '#web/api/api-problem.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'

type Props = {
  title: string
  action: string
  /** Returns where to go afterwards. */
  onAction: () => Promise<string>
  children: ReactNode
}

/** The page behind a link that somebody sent. Opening it does nothing; the button does. */
export function LinkPanel({ title, action, onAction, children }: Props) {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: onAction })
  if (data !== undefined) return <Redirect to={data} replace />
  const button = (
    <BusyButton className="button" isBusy={isPending} onPress={mutate}>
      {action}
    </BusyButton>
  )
  return (
    <MessagePanel title={title} actions={button}>
      {children}
      <p className="field-error" role="alert">
        {error && toProblemText(error)}
      </p>
    </MessagePanel>
  )
}
