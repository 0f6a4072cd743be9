import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import type { Db } from './database.ts'
import { firstRelease } from './migrations/001-first-release.ts'
import { prizePayments } from './migrations/002-prize-payments.ts'
import { invitationMails } from './migrations/003-invitation-mails.ts'
import { imports } from './migrations/004-imports.ts'
import { announcedInvitations } from './migrations/005-announced-invitations.ts'
import { told } from './migrations/006-told.ts'
import { passwordTimes } from './migrations/007-password-times.ts'
import { serverAddress } from './migrations/008-server-address.ts'
import { hat } from './migrations/009-hat.ts'

export type Migration = {
  name: string
  /** Processes of earlier versions cannot go on beside it. By default they can, beside added tables and columns. */
  excludesEarlier?: true
  /** SQL statements, or steps in code. A step knows the tables of its own time only, so it uses SQL texts. */
  steps: (kind: DatabaseConfig['kind']) => readonly (string | ((trx: Db) => Promise<void>))[]
}

export const firstMigration: Migration = { name: '001-first-release', steps: firstRelease }

/** In order, forward only. Never change a released migration; the next one is added at the end. */
export const migrations: Migration[] = [
  firstMigration,
  { name: '002-prize-payments', steps: prizePayments },
  { name: '003-invitation-mails', steps: invitationMails },
  { name: '004-imports', steps: imports },
  { name: '005-announced-invitations', steps: announcedInvitations },
  { name: '006-told', steps: told },
  { name: '007-password-times', steps: passwordTimes },
  { name: '008-server-address', steps: serverAddress },
  { name: '009-hat', steps: hat },
]
