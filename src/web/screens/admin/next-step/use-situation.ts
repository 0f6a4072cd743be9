import { useQuery, useQueryClient } from '@tanstack/react-query'
import { stateOf } from '#contract/tournament-actions.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { describeReceived } from '#domain/payments/received.ts'
import {
  endPreviewQuery,
  entrantsQuery,
  eventQuery,
  invitationsQuery,
  remindersQuery,
  resultsQuery,
} from '#web/api/admin-queries.ts'
import { announcementQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { canInvite } from '#web/invitations/invitation-share.tsx'
import { isUnpaid, toPayer } from '#web/screens/admin/tournaments/entrants-modal.tsx'
import { describeOpenTie } from '#web/screens/admin/tournaments/use-end-tournament.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { isNews, type Situation } from './next-step.ts'

const never = { start: '9999-01-01T00:00:00.000Z' }

/** What decides the next step; undefined while it loads. Whatever cannot be loaded decides nothing. */
export function useSituation(tournaments: readonly TournamentSummary[]): Situation | undefined {
  const now = new Date()
  const active = tournaments.find((tournament) => tournament.active)
  const latest = tournaments.find((tournament) => stateOf(tournament, now) === 'ended')
  const hasStarted = useHasStarted(active ?? never)
  const isOpen = active !== undefined && !hasStarted
  const isNew = active === undefined && latest !== undefined && isNews(latest, now)
  const [activeId, latestId] = [active?.id ?? 0, latest?.id ?? 0]
  const played = isNew ? latest : active
  const fee = isOpen ? undefined : played?.fee

  const client = useApi()
  const queries = useQueryClient()
  const { data: viewer } = useQuery(userQuery)
  const announcement = useQuery({ ...announcementQuery, enabled: active === undefined })
  const invitations = useQuery({ ...invitationsQuery(activeId), enabled: isOpen })
  const reminders = useQuery({ ...remindersQuery(activeId), enabled: isOpen })
  const event = useQuery({ ...eventQuery(client, activeId), enabled: active !== undefined && hasStarted })
  const results = useQuery({ ...resultsQuery(latestId), enabled: isNew })
  const ended = useQuery({ ...endPreviewQuery(client, queries, latestId), enabled: isNew })
  const entrants = useQuery({ ...entrantsQuery(played?.id ?? 0), enabled: fee !== undefined })

  if ([announcement, invitations, reminders, event, results, ended, entrants].some(({ isLoading }) => isLoading))
    return undefined
  const links = invitations.data?.invitations.filter(({ state, isForWatchers }) => state === 'usable' && !isForWatchers)
  return {
    active,
    isFirst: tournaments.length === 0,
    latest,
    announced: announcement.data ?? null,
    hasStarted,
    needsLink: invitations.data && canInvite(invitations.data) && links?.length === 0,
    // An email that becomes a file reminds nobody.
    unreminded: reminders.data?.people.filter(
      ({ id, way, canBeReminded }) => canBeReminded && way !== 'file' && id !== viewer?.id,
    ).length,
    isEventOver: event.data?.completed,
    received: fee && entrants.data?.some(isUnpaid) ? describeReceived(fee, entrants.data.map(toPayer)) : undefined,
    withoutResults: results.data?.missing,
    openTie: ended.data && describeOpenTie(ended.data, now),
    now,
  }
}
