import { CopyField } from '#web/ui/copy-field.tsx'
import { toInvitationMessage } from './invitation-message.ts'
import styles from './invitation-share.module.css'
import { QrCode } from './qr-code.tsx'

type Props = { url: string; tournament: { name: string; start: string } }

/** A link to join a tournament: as a QR code, as text and in a message. */
export function InvitationShare({ url, tournament }: Props) {
  const message = toInvitationMessage(tournament, url)
  return (
    <div className={styles.share}>
      <div className={styles.code}>
        <QrCode text={url} label={`QR code of the link to join ${tournament.name}`} />
      </div>
      <div className={styles.texts}>
        <CopyField label="Link" text={url} rows={2} />
        <CopyField label="Message" text={message} rows={5} />
      </div>
    </div>
  )
}
