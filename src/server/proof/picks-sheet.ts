import { toConsensusText } from '#domain/entries/pool-picks.ts'
import type { MailAttachment } from '#server/delivery/mail/mail.ts'
import { addNotifications, type SendingContext } from '#server/messages/notifications/notification-delivery.ts'
import { listRecipients, notificationKey } from '#server/messages/notifications/notification-store.ts'
import type { PoolEventListener } from '#server/messages/pool-events/pool-event.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findSeal } from '#server/pool/seal/seal-store.ts'
import { openPicksSheet } from '#server/results/picks-sheet-csv.ts'

/** Emails have a link to larger sheets. */
const maxAttachmentBytes = 200_000

type Clock = Pick<EditorServices, 'clock'>

/**
 * All picks as of the lock, for an email; undefined if they are too large. Made when an email is sent, and always the same picks: no
 * email in the outbox has a copy of its own, and a deleted account’s name is stored nowhere else.
 */
export async function findPicksSheet(
  db: Db,
  { clock }: Clock,
  tournamentId: number,
): Promise<MailAttachment | undefined> {
  const { tournament, chunks } = await openPicksSheet({ db, clock }, tournamentId)
  let content = ''
  for await (const chunk of chunks) {
    content += chunk
    if (Buffer.byteLength(content) > maxAttachmentBytes) return undefined
  }
  return { filename: `${tournament.name} picks.csv`, contentType: 'text/csv; charset=utf-8', content }
}

/** At the lock, everyone who has entered gets the picks of everybody, as they have chosen (docs/rules.md, 9.9). */
export function createPicksSheetListener(
  context: Clock & Pick<SendingContext, 'publicUrl' | 'timeZone'>,
): PoolEventListener {
  return async (trx, { kind, key, tournament, pool, at: now }) => {
    if (kind !== 'locked') return
    const { id, name } = tournament
    const seal = await findSeal(trx, id)
    const consensus = pool && toConsensusText(pool)
    const isAttached = (await findPicksSheet(trx, context, id)) !== undefined
    const notification = {
      kind: 'sheet',
      tournamentId: id,
      toKey: (userId: number) => notificationKey(id, 'sheet', userId, key),
      toText: () => ({
        title: `All picks are locked: ${name}`,
        body: `Everybody’s picks are ${isAttached ? 'attached' : 'here'}. Keep them: everybody has the same, so a pick that changed later would be noticed.${consensus ? `\n\n${consensus}` : ''}`,
        path: `/picks/${id}`,
        ...(seal && {
          email: {
            check: {
              text: 'When entries closed, the pool computed a seal from all picks, and shows it with them. A pick that changed later would give another one. The seal of the pool, as words:',
              evidence: seal.words,
            },
          },
        }),
      }),
      ...(isAttached && { sheetOf: id }),
    } as const
    const recipients = await listRecipients(trx, id, { hasEntry: true })
    await addNotifications(trx, recipients, notification, { ...context, now })
  }
}
