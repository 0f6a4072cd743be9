import { toLongStartText } from '#web/time/time-text.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import styles from './invitation-share.module.css'
import { QrCode } from './qr-code.tsx'

type Props = {
  url: string
  tournament: { name: string; start: string }
  isForWatchers?: boolean
}

/** A link to join a tournament, or to watch the pool: as a QR code, as text and in a message. */
export function InvitationShare({ url, tournament, isForWatchers = false }: Props) {
  const message = isForWatchers ? `Follow our golf pool:\n${url}` : toInvitationMessage(tournament, url)
  return (
    <div className={`stack ${styles.share}`}>
      <div className={styles.code}>
        <QrCode
          text={url}
          label={isForWatchers ? 'QR code of the link to watch' : `QR code of the link to join ${tournament.name}`}
        />
      </div>
      <div className={`stack-close ${styles.texts}`}>
        <CopyField label="Link" text={url} rows={2} />
        <CopyField label="Message" text={message} rows={5} />
      </div>
    </div>
  )
}

/** The message that organisers send with a link. The deadline is in their locale and time zone. */
function toInvitationMessage({ name, start }: { name: string; start: string }, url: string): string {
  const deadline = toLongStartText(start)
  return `Join our golf pool for ${name}!\nPick your golfers before ${deadline}:\n${url}`
}
