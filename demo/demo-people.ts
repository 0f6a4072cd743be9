import type { App } from '#server/app/app.ts'
import { createAccount } from '#server/sign-in/accounts/account-creation.ts'
import { setRole } from '#server/users/user-store.ts'

/** The accounts of the demo, with reserved email addresses. */
export const demoPeople = [
  { role: 'player', name: 'Pat Player', email: 'player@example.com', password: 'seven-iron-player' },
  { role: 'power user', name: 'Olu Organiser', email: 'power@example.com', password: 'seven-iron-power' },
  { role: 'admin', name: 'Ada Admin', email: 'admin@example.com', password: 'seven-iron-admin' },
] as const

/** Creates the accounts and grants their roles. */
export async function createDemoAccounts(app: App): Promise<{ userId: number; subject: string; role: string }[]> {
  const created = []
  for (const { role, name, email, password } of demoPeople) {
    const { userId, subject } = await createAccount(app, { name, email, password })
    if (role === 'admin') await setRole(app.database.db, userId, 'admin', true)
    if (role === 'power user') await setRole(app.database.db, userId, 'power', true)
    created.push({ userId, subject, role })
  }
  return created
}
