import { randomUUID } from 'node:crypto'
import type { Account } from '#server/sign-in/accounts/account-store.ts'

export function buildAccount(overrides: Partial<Account> = {}): Account {
  const id = randomUUID()
  return {
    id,
    email: `player-${id.slice(0, 8)}@example.org`,
    emailVerified: true,
    name: 'A player',
    passwordHash: '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2g',
    signInsValidFrom: null,
    ...overrides,
  }
}
