import { expect, it } from 'vitest'
import { setRole } from '#server/users/user-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { addClockNotice } from './clock-notice.ts'

it('admins learn from the audit log and an email that the clock has jumped', async () => {
  const { database, remove } = await openTestDatabase(sqlite)
  const { db } = database
  const adminId = await addUser(db, { name: 'Ann', email: 'ann@example.org' })
  await setRole(db, adminId, 'admin', true)
  await addUser(db, { name: 'Bo', email: 'bo@example.org' })
  const change = { expected: new Date('2026-04-09T10:00:00.000Z'), shown: new Date('2026-04-09T11:00:00.000Z') }
  // Each process of a pool notices the same jump.
  await addClockNotice(db, change, 'Europe/London')
  await addClockNotice(db, { ...change, shown: new Date('2026-04-09T11:00:09.000Z') }, 'Europe/London')
  const log = await db.selectFrom('audit_log').select(['user_id', 'action', 'details']).execute()
  const details = '{"expected":"2026-04-09T10:00:00.000Z","shown":"2026-04-09T11:00:00.000Z"}'
  expect(log[0]).toEqual({ user_id: null, action: 'clock changed', details })
  const mails = await db.selectFrom('outbox').select(['recipient', 'message']).execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['ann@example.org'])
  expect(mails[0]?.message).toContain('from 9 April 2026, 11:00 BST to 9 April 2026, 12:00 BST')
  await remove()
})
