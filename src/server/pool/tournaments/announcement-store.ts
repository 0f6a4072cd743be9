import type { Announcement } from '#contract/announcement-contract.ts'
import type { Db } from '#server/platform/db/database.ts'

/** An announced event, as stored. */
type StoredAnnouncement = Omit<Announcement, 'after'>

const id = 1

/** The announced event, which is not a tournament (docs/rules.md, 8.7). */
export async function findAnnouncement(db: Db): Promise<StoredAnnouncement | null> {
  return toAnnouncement(await db.selectFrom('announcements').select('content').executeTakeFirst())
}

/** Until the transaction ends, nobody else announces an event, withdraws it or creates a tournament. */
export async function lockAnnouncement(trx: Db): Promise<StoredAnnouncement | null> {
  const row = await trx
    .insertInto('announcements')
    .values({ id, content: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .returning('content')
    .executeTakeFirst()
  return toAnnouncement(row)
}

/** Call it in a transaction that has the lock. */
export async function saveAnnouncement(trx: Db, announcement: StoredAnnouncement | null): Promise<void> {
  const content = announcement && JSON.stringify(announcement)
  await trx.updateTable('announcements').set({ content }).execute()
}

/** Written by `saveAnnouncement`, so it needs no validation. */
export function toAnnouncement(row: { content: string | null } | undefined): StoredAnnouncement | null {
  return row?.content == null ? null : (JSON.parse(row.content) as StoredAnnouncement)
}

/** Gives the invitations of an announced event to the tournament that is made from it. */
export async function passInvitations(trx: Db, espnId: string, tournamentId: number): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ tournament_id: tournamentId })
    .where('tournament_id', 'is', null)
    .where('event_id', '=', espnId)
    .execute()
}
