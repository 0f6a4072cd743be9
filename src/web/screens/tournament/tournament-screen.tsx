import { useParams } from 'react-router'
import { idParameter } from '#contract/values.ts'
import { EditTournament } from './edit-tournament.tsx'
import { NewTournament } from './new-tournament.tsx'
import { TournamentNotFound } from './tournament-not-found.tsx'

/** Creates a tournament, or edits the one in the address (docs/rules.md, 8.1). */
export function TournamentScreen() {
  const { tournamentId } = useParams()
  if (tournamentId === undefined) return <NewTournament />
  const idParam = idParameter.safeParse(tournamentId)
  return idParam.success ? <EditTournament key={idParam.data} tournamentId={idParam.data} /> : <TournamentNotFound />
}
