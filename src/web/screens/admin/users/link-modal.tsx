import shareStyles from '#web/invitations/invitation-share.module.css'
import { QrCode } from '#web/invitations/qr-code.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'

export type MadeLink = { title: string; hint: string; link: string; hasCode?: boolean }

/** A link that is shown once. */
export function LinkModal({ modal, close }: OpenModal<MadeLink>) {
  if (modal === null) return null
  const { title, hint, link, hasCode } = modal.subject
  const done = (
    <button type="button" className="button" onClick={close}>
      Done
    </button>
  )
  return (
    <Modal open={modal.isOpen} onClose={close} title={title} actions={done}>
      <div className="stack">
        <p>{hint}</p>
        {hasCode && (
          <div className={shareStyles.code}>
            <QrCode text={link} label="QR code of the link" />
          </div>
        )}
        <CopyField label="Link" text={link} rows={3} />
      </div>
    </Modal>
  )
}

/** The link with which a person enters. */
export function toEntryLink(name: string, link: string): MadeLink {
  const hint = 'They scan the code, or open the link. It works once, within 7 days, and is shown only now.'
  return { title: `Link for ${name}`, hint, link, hasCode: true }
}
