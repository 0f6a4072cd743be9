import {
  adminUserList,
  type BackupStatus,
  backupStatus,
  clearCacheResponse,
  feedStatus,
  type Release,
  serverSetup,
  update,
} from '#contract/admin-contract.ts'
import type { AnnouncedEvent } from '#contract/announcement-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { sortByName } from '#domain/names/names.ts'
import { describeProvisionalField } from '#domain/tournament/field-judge.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import { describeFaultToOrganisers } from '#server/feed/source-status.ts'
import { findAddressInUse, findCurrentFault, findSourceStatus } from '#server/feed/source-status-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { EventBus } from '#server/platform/db/event-bus.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { version } from '#server/platform/settings/version.ts'
import { findAnnouncement } from '#server/pool/tournaments/announcement-store.ts'
import { findEventField } from '#server/pool/tournaments/event-field-store.ts'
import { findActiveTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import type { LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { addRole } from '#server/users/provider-group-roles.ts'
import { listUsersWithProviderGroups } from '#server/users/user-store.ts'
import { listFutureAdmins } from './future-admin-store.ts'

type Options = {
  db: Db
  clock: Pick<Clock, 'now'>
  eventBus: Pick<EventBus, 'publish'>
  hub: Pick<LeaderboardHub, 'findLatest'>
  /** Null if nobody is asked for a newer version. */
  updates: { findNewer(version: string): Promise<Release | null> } | null
  /** The address of the score document, or the addresses of the feed. */
  scoreAddresses: readonly string[]
  backups: { readStatus(): Promise<BackupStatus> }
  hasMail: boolean
  /** Null with an external provider. */
  accounts: { confirmsEmail: boolean } | null
}

export function addAdminRoutes(server: HttpServer, options: Options) {
  const { db, clock, eventBus, hub, updates, backups, scoreAddresses, hasMail, accounts } = options
  server.get(routePaths.adminUsers, {
    schema: {
      operationId: 'listUsers',
      summary: 'All users',
      description: 'Without those merged into another one, by name.',
      response: { 200: adminUserList },
    },
    handler: async (request) => {
      const users = await listUsersWithProviderGroups(db, clock.now())
      const isAsked = accounts !== null && requireSignedIn(request).user.isAdmin
      const futureAdmins = new Set(isAsked ? await listFutureAdmins(db, accounts) : [])
      return sortByName(
        users.map(({ user, groupRoles, isReal, isBlocked }) => {
          const shown = groupRoles.reduce((withRoles, { role }) => addRole(withRoles, role), user)
          const canBecomeAdmin = !shown.isAdmin && futureAdmins.has(user.id)
          return { ...shown, real: isReal, blocked: isBlocked, ...(canBecomeAdmin && { canBecomeAdmin }) }
        }),
      )
    },
  })

  server.get(routePaths.adminUpdate, {
    schema: {
      operationId: 'getUpdate',
      summary: 'A newer version of the program',
      description: 'Null if none is known. The operator chooses the address that is asked once a day (UPDATE_URL).',
      response: { 200: update },
    },
    handler: async () => ({ newer: (await updates?.findNewer(version)) ?? null }),
  })

  server.get(routePaths.adminBackup, {
    schema: {
      operationId: 'getBackupStatus',
      summary: 'The last nightly backup',
      description: 'The server writes it to BACKUP_DIR. If the last attempt failed, with the reason.',
      response: { 200: backupStatus },
    },
    handler: async () => backups.readStatus(),
  })

  server.get(routePaths.adminSetup, {
    schema: {
      operationId: 'getServerSetup',
      summary: 'Whether emails are sent',
      description: 'Without a mail server (SMTP_URL) they become files, which nobody receives.',
      response: { 200: serverSetup },
    },
    handler: async () => ({ isMailSetUp: hasMail }),
  })

  server.get(routePaths.adminFeed, {
    schema: {
      operationId: 'getFeedStatus',
      summary: 'Where scores come from, and why there are no new scores',
      description: 'With what organisers can do; the log has what the operator can do. Asks nobody.',
      response: { 200: feedStatus },
    },
    handler: async () => {
      const { url, index, since } = await findAddressInUse(db, scoreAddresses)
      const active = await findActiveTournament(db)
      return {
        host: new URL(url).host,
        number: index + 1,
        since,
        fault: active ? await findBoardFault(active.id) : null,
        unidentified: active ? [...(await findSourceStatus(db)).unidentified] : [],
        provisionalField: await findProvisionalField(active ?? (await findAnnouncement(db))?.event),
      }
    },
  })

  // A GET with a side effect; the policy table guards it (docs/security.md, 3.5).
  server.get(routePaths.adminClearCache, {
    schema: {
      operationId: 'clearCache',
      summary: 'Clears the caches of every process',
      description:
        'Leaderboards, tournaments, seasons, events, verified tokens and the provider’s keys. Profiles of golfers and rankings are fetched again when they are next needed.',
      response: { 200: clearCacheResponse },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      await addAuditEntry(db, { userId: user.id, action: 'cache cleared', details: {} }, clock.now())
      await eventBus.publish('cache', 0)
      return { cleared: true as const }
    },
  })

  async function findProvisionalField(event: AnnouncedEvent | TournamentRecord | undefined) {
    if (!event || hasStarted(event, clock.now())) return null
    const reason = (await findEventField(db, event.espnId))?.reason ?? null
    return reason === null ? null : describeProvisionalField(event.name, reason)
  }

  /** Why the board is stale, or there is none yet; null while its scores are fresh or final. */
  async function findBoardFault(tournamentId: number) {
    const board = (await hub.findLatest(tournamentId))?.message
    if (board?.stale === null) return null
    const fault = await findCurrentFault(db)
    if (fault) return { text: describeFaultToOrganisers(fault), since: board?.stale?.since ?? fault.since }
    // This process is not notified of polls: only it knows.
    return board?.stale ? { text: describeFaultToOrganisers(board.stale), since: board.stale.since } : null
  }
}
