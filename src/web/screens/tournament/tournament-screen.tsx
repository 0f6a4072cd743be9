import { useParams } from 'react-router'
import { idParameter } from '#contract/values.ts'
import { EditTournament } from './edit-tournament.tsx'
import { NewTournament } from './new-tournament.tsx'
import { TournamentNotFound } from './tournament-not-found.tsx'

/** Create a tournament, or edit the one that the address names (specification, section 2). */
export function TournamentScreen() {
  const { tournamentId } = useParams()
  if (tournamentId === undefined) return <NewTournament />
  const idParam = idParameter.safeParse(tournamentId)
  return idParam.success ? (
    <EditTournament key={idParam.data} tournamentId={idParam.data} />
  ) : (
    <TournamentNotFound />
  )
}
