import type { ReactNode } from 'react'
import type { NotifiedPeople, Reach } from '#contract/organiser-message-contract.ts'
import { toDoneText, toReachText } from '#web/notifications/reach-text.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Question } from '#web/ui/confirmation.tsx'

const messages = {
  message: {
    title: 'Send the message',
    question: 'Are you sure you want to send the message?',
    busy: 'Sending the message…',
    failed: 'There was an error sending the message.',
  },
  reminders: {
    title: 'Send the reminders',
    question: 'Are you sure you want to send the reminders?',
    busy: 'Sending the reminders…',
    failed: 'There was an error sending the reminders.',
  },
  results: {
    title: 'Send the results',
    question: 'Are you sure you want to send the results?',
    busy: 'Sending the results…',
    failed: 'There was an error sending the results.',
  },
  withdrawals: {
    title: 'Send this message',
    question: 'Are you sure you want to send this message?',
    busy: 'Sending this message…',
    failed: 'There was an error sending this message.',
  },
} as const

type Message = keyof typeof messages

type Props = {
  message: Message
  path: string
  body?: object
  label: string
  isBlocked: boolean
  /** The text as an email, which is what most people get. */
  preview: { subject: string; text: string } | null
  /** How many people it reaches; undefined where the numbers would reveal picks, and `children` say how. */
  reach?: Reach | undefined
  /** Says who gets it. */
  children: ReactNode
}

/** A button that sends a message now, after a preview and a question. */
export function SendNow({ message, path, body = {}, label, isBlocked, preview, reach, children }: Props) {
  const { mutate, isPending } = useSending(message, path)
  const { title, question } = messages[message]
  return (
    <ConfirmedAction
      action={{ mutate: () => mutate(body), isPending }}
      label={label}
      isBlocked={isBlocked}
      busyText="Sending…"
      title={title}
    >
      <MessagePreview preview={preview} reach={reach}>
        {children}
      </MessagePreview>
      <Question>{question}</Question>
    </ConfirmedAction>
  )
}

/** The message, and in `children` who gets it. */
export function MessagePreview({
  preview,
  reach,
  children,
  label = 'The email',
}: Pick<Props, 'preview' | 'reach' | 'children'> & { label?: string }) {
  return (
    <>
      <p>
        {children} {reach && `${toReachText(reach)} `}This can’t be undone.
      </p>
      {preview && <Email {...preview} label={label} />}
    </>
  )
}

export function Email({ subject, text, label = 'The email' }: NonNullable<Props['preview']> & { label?: string }) {
  return (
    <article className="stack-tight" aria-label={label}>
      <p className="strong aside">{subject}</p>
      <p className={`aside ${styles.message}`}>{text}</p>
    </article>
  )
}

/** Sends a message now, and shows in the banner how many people get it. */
export function useSending(message: Message, path: string, onSuccess?: () => void) {
  const { busy, failed } = messages[message]
  return useAdminMutation({
    mutationFn: (client, body: object) => client.send<NotifiedPeople>('POST', path, body),
    texts: { busy, failed, done: toDoneText },
    onSuccess,
  })
}
