import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import styles from '../admin.module.css'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection } from '../common/admin-section.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { AuditLog } from './audit-log.tsx'

/** Actions and the audit log, for admins only (docs/rules.md, 11.2). */
export function AdvancedSection({ tournaments }: { tournaments: readonly TournamentSummary[] }) {
  const actions = useAdminActions()
  const { openModal, ...confirmation } = useModalState<null>()

  const clear = () =>
    actions.run({
      key: 'clear-cache',
      busyText: 'Clearing the server cache…',
      work: (client) => client.get(api.adminClearCache()),
      failedText: 'There was an error clearing the server cache.',
      succeeded: () => ({ text: 'Server cache was cleared.' }),
    })

  const send = () =>
    actions.run({
      key: 'audit-email',
      busyText: 'Sending the audit email…',
      work: (client) => client.get<{ recipients: number }>(api.adminSendAuditMail()),
      failedText: 'There was an error sending the audit email.',
      succeeded: ({ recipients }) => ({
        text: 'Audit email was sent.',
        detail: `Recipients: ${formatCount(recipients, 'admin')}.`,
      }),
    })

  return (
    <AdminSection title="Advanced" hint="Admins only.">
      <div className={`stack ${styles.choices}`}>
        <div>
          <ActionButton action="clear-cache" busyText="Clearing…" onPress={clear}>
            Clear Server Cache
          </ActionButton>
          <p className="small-print">The server reloads its cached data from the database. No data is lost.</p>
        </div>
        <div>
          <ActionButton action="audit-email" busyText="Sending…" onPress={() => openModal(null)}>
            Send Audit Email
          </ActionButton>
          <p className="small-print">
            Emails all admins a list of the current tournament’s entries with a fingerprint of each, which proves later
            that no entry changed after the start.
          </p>
        </div>
      </div>
      <AuditLog tournaments={tournaments} />
      <Confirmation {...confirmation} title="Send Audit Email" onYes={send}>
        <p>It is sent to every admin and can’t be undone. Before the start it contains no picks.</p>
        <Question>Are you sure you want to send the audit email?</Question>
      </Confirmation>
    </AdminSection>
  )
}
