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
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
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
  const actions = useAdminActions()
  if (hasStarted || newcomers.length === 0 || shown === undefined) return null

  const { espnId, name, start, tiebreakers, players = [] } = shown
  async function add(): Promise<void> {
    const listed = players.map(({ name, espnId, tier, order }) => ({ name, espnId, tier, order }))
    const basedOn = { name, start, tiebreakers, players: listed }
    const added = newcomers.map((golfer, index) => ({ ...golfer, order: listed.length + index }))
    const submission: TournamentSubmission = { ...basedOn, id, espnId, players: [...listed, ...added], basedOn }
    const result = await actions.run({
      key: 'add-newcomers',
      doing: 'adding the golfers',
      work: (client) => client.send('PUT', api.tournamentSave(), submission),
      failedText: 'The golfers could not be added.',
      succeeded: () => ({ text: 'The golfers were added to the tiers.' }),
    })
    // The button is about to disappear.
    if (result !== undefined) onAdded()
  }

  const proposed = formatList(newcomers.map(({ name, tier }) => `${name} for tier ${tierNames[tier]}`))
  const buttons = (
    <div className="cluster">
      <ActionButton action="add-newcomers" className="button-text" onPress={add}>
        Add to {newcomers.length === 1 ? 'this tier' : 'these tiers'}
      </ActionButton>
      <Link href={`/tournament/edit/${id}`}>Choose other tiers</Link>
    </div>
  )
  return <Notice action={buttons}>{`New in the field: ${newcomers.length} (${proposed})`}</Notice>
}
