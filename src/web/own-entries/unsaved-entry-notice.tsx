import { Link } from 'wouter'
import { picksPerEntryRecord, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { entryDrafts } from '#web/forms/entry-drafts.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'

type Props = { tournament: TournamentWithEntries; userId: number; hasLink?: boolean }

/** Says that the viewer has typed changes to their entry that are not saved. */
export function UnsavedEntryNotice({ tournament, userId, hasLink = false }: Props) {
  const draft = entryDrafts.find({ userId, tournamentId: tournament.id })
  const canEdit = canEditEntry(tournament, userId, useHasStarted(tournament))
  if (draft === undefined || !canEdit) return null
  const entry = tournament.entries.find((entry) => entry.userId === userId)
  const picked = draft.picks.filter((id) => id !== null).length
  return (
    <p className="aside">
      <strong>
        {entry === undefined
          ? `You have changes that are not saved: ${picked} of ${picksPerEntryRecord} golfers picked.`
          : 'You have changes that are not saved.'}
      </strong>{' '}
      {hasLink && (
        <Link to={entry === undefined ? '/entry/new' : `/entry/edit/${entry.id}`}>Go on with your entry</Link>
      )}
    </p>
  )
}
