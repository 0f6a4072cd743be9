import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { serverSetupQuery } from '#web/api/admin-queries.ts'
import { toFilesText } from '#web/notifications/reach-text.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton, ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { FoldedSection } from '#web/screens/admin/common/admin-section.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Question } from '#web/ui/confirmation.tsx'
import { AuditLog } from './audit-log.tsx'

/** Actions and the audit log, for admins only (docs/rules.md, 11.2). */
export function AdvancedSection({ tournaments }: { tournaments: readonly TournamentSummary[] }) {
  const clearCache = useAdminMutation({
    mutationFn: (client) => client.get(api.adminClearCache()),
    texts: {
      busy: 'Clearing the server cache…',
      failed: 'There was an error clearing the server cache.',
      done: 'Server cache was cleared.',
    },
  })
  const isFiled = useQuery(serverSetupQuery).data?.isMailSetUp === false
  const auditEmail = useAdminMutation({
    mutationFn: (client) => client.get<{ recipients: number }>(api.adminSendAuditMail()),
    texts: {
      busy: 'Sending the audit email…',
      failed: 'There was an error sending the audit email.',
      done: ({ recipients }) =>
        isFiled
          ? { text: 'Audit email was not sent.', detail: toFilesText(recipients) }
          : { text: 'Audit email was sent.', detail: `Recipients: ${formatCount(recipients, 'admin')}.` },
    },
  })
  return (
    <FoldedSection title="Advanced" hint="Admins only.">
      <div className={`stack ${styles.choices}`}>
        <div>
          <ActionButton isRunning={clearCache.isPending} busyText="Clearing…" onPress={clearCache.mutate}>
            Clear Server Cache
          </ActionButton>
          <p className="small-print">The server reloads its cached data from the database. No data is lost.</p>
        </div>
        <div>
          <ConfirmedAction action={auditEmail} busyText="Sending…" label="Send Audit Email" title="Send Audit Email">
            <p>
              {isFiled
                ? 'It becomes a file, because no mail server is set up.'
                : 'It is sent to every admin and can’t be undone.'}{' '}
              Before the start it contains no picks.
            </p>
            <Question>Are you sure you want to send the audit email?</Question>
          </ConfirmedAction>
          <p className="small-print">
            Emails all admins who has entered the current tournament, and when each entry was created and last changed.
            After the start, the email also has the picks of everybody.
          </p>
        </div>
      </div>
      <AuditLog tournaments={tournaments} />
    </FoldedSection>
  )
}
