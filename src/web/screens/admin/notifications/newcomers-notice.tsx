import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { formatList } from '#domain/text/format.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { withdrawalsQuery } from '#web/api/admin-queries.ts'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = { tournament: TournamentSummary; onAdded: () => void }

/** Golfers who joined the field before the start, to be added to the proposed tiers at once (docs/rules.md, 9.2). */
export function NewcomersNotice({ tournament, onAdded }: Props) {
  const { id } = tournament
  const hasStarted = useHasStarted(tournament)
  const { newcomers = [] } = useQuery(withdrawalsQuery(id)).data ?? {}
  // Others may have changed what is shown: the save is based on it.
  const { data: shown } = useQuery({ ...tournamentQuery(id), enabled: newcomers.length > 0 })
  const adding = useAdminMutation({
    mutationFn: (client, submission: TournamentSubmission) => client.send('PUT', api.tournamentSave(), submission),
    texts: {
      busy: 'Adding the golfers…',
      failed: 'The golfers could not be added.',
      done: 'The golfers were added to the tiers.',
    },
    // The button is about to disappear.
    onSuccess: onAdded,
  })
  if (hasStarted || newcomers.length === 0 || shown === undefined) return null

  const { espnId, name, start, tiebreakers, players = [] } = shown
  function add(): void {
    const listed = players.map(({ name, espnId, tier, order }) => ({ name, espnId, tier, order }))
    const basedOn = { name, start, tiebreakers, players: listed }
    const added = newcomers.map((golfer, index) => ({ ...golfer, order: listed.length + index }))
    const submission: TournamentSubmission = { ...basedOn, id, espnId, players: [...listed, ...added], basedOn }
    adding.mutate(submission)
  }

  const proposed = formatList(newcomers.map(({ name, tier }) => `${name} for tier ${tierNames[tier]}`))
  const buttons = (
    <div className="cluster">
      <ActionButton className="button-text" onPress={add}>
        {newcomers.length === 1 ? 'Add to this tier' : 'Add to these tiers'}
      </ActionButton>
      <Link href={`/tournament/edit/${id}`}>Choose other tiers</Link>
    </div>
  )
  return <Notice action={buttons}>{`New in the field: ${newcomers.length} (${proposed})`}</Notice>
}
