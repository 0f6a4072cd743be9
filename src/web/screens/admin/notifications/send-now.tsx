import type { ReactNode } from 'react'
import type { NotifiedPeople } from '#contract/organiser-message-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { type AdminAction, useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { Question } from '#web/ui/confirmation.tsx'

type Sending = {
  /** Identifies the button. */
  action: string
  path: string
  body?: object
  /** "the reminders", in sentences. */
  what: string
}

type Props = Sending & {
  label: string
  isBlocked: boolean
  /** As an email, which is what most people get. */
  message: { subject: string; text: string } | null
  /** Who gets it. */
  children: ReactNode
}

/** A button that sends a message now, after a preview and a question. */
export function SendNow({ label, isBlocked, message, children, ...sending }: Props) {
  const { what } = sending
  return (
    <ConfirmedAction {...{ label, isBlocked }} action={toAction(sending)} busyText="Sending…" title={`Send ${what}`}>
      <MessagePreview message={message}>{children}</MessagePreview>
      <Question>Are you sure you want to send {what}?</Question>
    </ConfirmedAction>
  )
}

/** The message, and in `children` who gets it. */
export function MessagePreview({ message, children }: Pick<Props, 'message' | 'children'>) {
  return (
    <>
      <p>{children} They get it as they have chosen, by email or on their devices. This can’t be undone.</p>
      {message && <Email {...message} />}
    </>
  )
}

export function Email({ subject, text }: NonNullable<Props['message']>) {
  return (
    <article className="stack-tight" aria-label="The email">
      <p className="strong aside">{subject}</p>
      <p className={`aside ${styles.message}`}>{text}</p>
    </article>
  )
}

/** Sends a message now and reports how many people get it. */
export function useSendNow() {
  const { run } = useAdminActions()
  return (sending: Sending) => run(toAction(sending))
}

function toAction({ action, path, body = {}, what }: Sending): AdminAction<NotifiedPeople> {
  return {
    key: action,
    doing: `sending ${what}`,
    work: (client) => client.send('POST', path, body),
    succeeded: ({ people }) => toOutcome(people),
  }
}

function toOutcome(people: number | null): { text: string; detail?: string } {
  if (people === null) return { text: 'Everyone who picked one of these golfers is being notified.' }
  if (people === 0) return { text: 'Nobody was notified.', detail: 'They have it already, or want no such message.' }
  return { text: `${formatCount(people, 'person', 'people')} ${people === 1 ? 'is' : 'are'} being notified.` }
}
