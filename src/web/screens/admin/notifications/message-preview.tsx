import styles from './message-preview.module.css'

type Props = { title: string; message: { subject: string; text: string } }

/** A message that an organiser can send, as an email. */
export function MessagePreview({ title, message: { subject, text } }: Props) {
  return (
    <article className={styles.preview} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.subject}>{subject}</p>
      <p className={styles.text}>{text}</p>
    </article>
  )
}
