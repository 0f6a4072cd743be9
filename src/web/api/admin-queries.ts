import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AdminUser, AuditLog, BackupStatus, FeedStatus, ServerSetup, Update } from '#contract/admin-contract.ts'
import type { ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import type { InvitationList } from '#contract/invitation-contract.ts'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { GolferWithdrawals, ReminderCandidate, Reminders, Results } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { ImportRecord } from '#contract/results-contract.ts'
import type { ScoreCorrectionList } from '#contract/score-correction-contract.ts'
import type { ScoreSheetMessage } from '#contract/score-sheet-contract.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { CalendarResponse } from '#contract/tournament-setup-contract.ts'
import type { WebhookList } from '#contract/webhook-contract.ts'
import type { ApiClient } from './api-client.ts'
import { codeOf } from './api-problem.ts'
import { adminQuery, queryKeys, resourceQuery } from './resource-query.ts'
import { tournamentQuery } from './tournament-queries.ts'

export const adminUsersQuery = adminQuery<AdminUser[]>(api.adminUsers(), { staleTime: 30_000 })

/** Includes the server's version, which may be newer than the page's. */
export const healthQuery = resourceQuery<{ version: string }>(queryKeys.health, api.health(), { staleTime: 60_000 })

export const updateQuery = adminQuery<Update>(api.adminUpdate(), { staleTime: 60 * 60_000 })

export const backupQuery = adminQuery<BackupStatus>(api.adminBackup(), { staleTime: 60_000 })

export const importsQuery = adminQuery<ImportRecord[]>(api.adminImports(), { staleTime: 10_000 })

export const serverSetupQuery = adminQuery<ServerSetup>(api.adminSetup(), { staleTime: 60_000 })

export const feedStatusQuery = adminQuery<FeedStatus>(api.adminFeed(), {
  staleTime: 10_000,
  refetchInterval: 30_000,
})

/** The audit log, newest first. Each page continues with older rows. */
export function auditLogQuery(client: ApiClient) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auditLog,
    queryFn: ({ pageParam, signal }) => client.get<AuditLog>(api.adminAuditLog(pageParam), { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })
}

/** The current data from which the final places are computed (docs/rules.md, 5.1). The board is null without scores. */
export async function fetchEndPreviewData(client: ApiClient, queries: QueryClient, tournamentId: number) {
  const [tournament, board] = await Promise.all([
    queries.fetchQuery({ ...tournamentQuery(tournamentId), staleTime: 0 }),
    fetchBoard(client, tournamentId),
  ])
  return { tournament, board }
}

function fetchBoard(client: ApiClient, tournamentId: number): Promise<Leaderboard | null> {
  return client.get<Leaderboard>(api.leaderboard(tournamentId)).catch((error: unknown) => {
    if (codeOf(error) === 'not-found') return null
    throw error
  })
}

export type EndPreviewData = Awaited<ReturnType<typeof fetchEndPreviewData>>

/** What the final places of a tournament that has ended are computed from. */
export function endPreviewQuery(client: ApiClient, queries: QueryClient, tournamentId: number) {
  return queryOptions({
    queryKey: [...queryKeys.admin, 'places', tournamentId],
    queryFn: () => fetchEndPreviewData(client, queries, tournamentId),
    staleTime: refetchMs,
    retry: false,
  })
}

/** The event of the tournament that is being played; null without scores. */
export function eventQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: [...queryKeys.admin, 'event', tournamentId],
    queryFn: async () => (await fetchBoard(client, tournamentId))?.event ?? null,
    refetchInterval: refetchMs,
    retry: false,
  })
}

/** The corrections of a tournament's scores, newest first. */
export function correctionsQuery(tournamentId: number) {
  return adminQuery<ScoreCorrectionList>(api.adminCorrections(tournamentId), { refetchInterval: 60_000 })
}

const refetchMs = 60_000

/** Everybody with an entry in a tournament, and whether they have paid. */
export function entrantsQuery(tournamentId: number) {
  return adminQuery<ListedEntrant[]>(api.adminTournamentUsers(tournamentId, true), { staleTime: 10_000 })
}

/** A tournament's invitation links, with the users who opened them. */
export function invitationsQuery(tournamentId: number) {
  return adminQuery<InvitationList>(api.adminInvitations(tournamentId), {
    staleTime: 10_000,
    refetchInterval: refetchMs,
  })
}

/** The invitation links of the announced event. */
export function announcementInvitationsQuery(eventId: string) {
  return resourceQuery<InvitationList>(
    [...queryKeys.admin, api.announcementInvitations(), eventId],
    api.announcementInvitations(),
    { staleTime: 10_000, refetchInterval: refetchMs },
  )
}

/** The link that the wall display shows until the start. */
export function joinLinkQuery(tournamentId: number) {
  const path = api.tournamentJoinLink(tournamentId)
  return resourceQuery<{ url: string | null }>(queryKeys.joinLink(tournamentId), path, { refetchInterval: refetchMs })
}

/** `crypto.randomUUID` exists on https and localhost only. */
export function createRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, '0')).join('')
}

/** The refetch interval while messages or posts are being sent. */
const pollIntervalMs = 3_000

/** The users without an entry, with the state of each reminder. */
export function remindersQuery(tournamentId: number) {
  return adminQuery<Reminders>(api.adminReminders(tournamentId), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => (data?.people.some(isQueued) ? pollIntervalMs : false),
  })
}

/** Golfers in the tiers who left the event before its start (docs/rules.md, 9.2). */
export function withdrawalsQuery(tournamentId: number) {
  return adminQuery<GolferWithdrawals>(api.adminWithdrawals(tournamentId), { staleTime: 60_000 })
}

/** The results messages: who has received one (docs/rules.md, 9.4). */
export function resultsQuery(tournamentId: number) {
  return adminQuery<Results>(api.adminResults(tournamentId), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => ((data?.sent?.waiting ?? 0) > 0 ? pollIntervalMs : false),
  })
}

function isQueued({ reminder }: ReminderCandidate): boolean {
  return reminder?.state === 'waiting'
}

/** Refetched, so that organisers who enter scores together see what the others publish. */
export function scoreSheetQuery(tournamentId: number) {
  return adminQuery<ScoreSheetMessage>(api.adminScores(tournamentId), {
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  })
}

/** The webhooks, and an example of each post (docs/rules.md, 9.6). */
export const webhooksQuery = adminQuery<WebhookList>(api.adminWebhooks(), {
  staleTime: 10_000,
  refetchInterval: ({ state: { data } }) =>
    data?.webhooks.some(({ waiting }) => waiting > 0) ? pollIntervalMs : false,
})

/**
 * The tournament for the tournament form. It is always fresh when the form opens, and never refetched while the
 * organiser is editing.
 */
export function tournamentToEditQuery(tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(queryKeys.tournamentToEdit(tournamentId), path, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The events that the form offers, and what tiers can be proposed from. */
export const calendarQuery = resourceQuery<CalendarResponse>(queryKeys.calendar, api.tournamentCalendar(), {
  staleTime: 60_000,
})
