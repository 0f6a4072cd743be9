import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '#contract/paths.ts'
import { createPool, type Pool, picksPerRow } from '#domain/entries/pool.ts'
import { type TournamentWithEntries, tiers } from '#domain/tournament/tournament.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { DownloadButton } from '#web/states/download-button.tsx'
import { toLockText } from '#web/time/time-text.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { AreaField, Field } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './picks-screen.module.css'
import { PoolPicks } from './pool-picks.tsx'
import { checkReceipt } from './receipt-check.ts'

/** The picks at the lock: their file, the seal of the pool, and the check of a receipt (docs/rules.md, 9.9). */
export function PicksScreen() {
  return (
    <SelectedTournamentGate skeleton={<LoadingPanel />}>
      {({ tournament, user }) => <LockedPicks key={tournament.id} tournament={tournament} userId={user.id} />}
    </SelectedTournamentGate>
  )
}

function LockedPicks({ tournament, userId }: { tournament: TournamentWithEntries; userId: number }) {
  const { id, name, start } = tournament
  const pool = useMemo(() => createPool(tournament), [tournament])
  useDocumentTitle(`All picks - ${name} - ${pageSettings.name}`)
  const isStarted = useHasStarted(tournament)
  if (tournament.endedBeforeStart)
    return <MessagePanel title="Picks stay hidden">This tournament was cancelled before its start.</MessagePanel>
  // By the server's clock, too.
  if (!isStarted || arePicksHidden(tournament))
    return <MessagePanel title="Come back after the start">Picks are locked on {toLockText(start)}.</MessagePanel>
  return (
    <div className="stack">
      <PageHeading status={`Locked ${toLockText(start)}`} title={`All picks: ${name}`} />
      <p className="cluster no-print">
        <a className="target" href="#pool">
          What the pool picked
        </a>
        <a className="target" href="#check">
          How can I check this?
        </a>
      </p>
      <AllPicks pool={pool} />
      <div className="buttons no-print">
        <DownloadButton
          label="Download all picks"
          fileName={`${name} picks.csv`}
          path={`${api.tournamentStandings(id)}?atLock=true`}
        />
      </div>
      <PoolPicks pool={pool} userId={userId} />
      <HowToCheck tournament={tournament} />
    </div>
  )
}

/** The picks in a table, to read and to print. The file also has entries that were removed since. */
function AllPicks({ pool: { players, picks, entries, entryOfRow, numberOfRow } }: { pool: Pool }) {
  return (
    <div className={styles.picks}>
      <SmallTable
        label="All picks"
        heading="Name"
        columns={['Name', 'Golfers of the tiers A, B, C and D']}
        rows={[...numberOfRow].map((number, row) => ({
          key: row,
          cells: [
            `${entries[entryOfRow[row] ?? 0]?.name} ${number}`,
            tiers.map((tier) => players[picks[row * picksPerRow + tier] ?? 0]?.name).join(', '),
          ],
        }))}
      />
    </div>
  )
}

/** The seal of the pool, and what can be checked with it (docs/proof.md). */
function HowToCheck({ tournament }: { tournament: TournamentWithEntries }) {
  const { id, name, seal } = tournament
  return (
    <details id="check" className="disclosure">
      <summary>How can I check this?</summary>
      <div className="stack">
        {seal ? (
          <>
            <div>
              <p>
                The seal of the pool: <strong>{seal.words}</strong>
              </p>
              <p className="fine-print">{seal.root}</p>
            </div>
            <CheckEntry tournament={tournament} />
          </>
        ) : (
          <p>There is no seal: this tournament started before the pool had them.</p>
        )}
        <h2>Check everything</h2>
        <p>
          The bundle has all that the seal and the places follow from. The command “verify” of Player Pool checks it, on
          any computer.
        </p>
        <div className="buttons no-print">
          <DownloadButton label="Download the bundle" fileName={`${name}.json`} path={api.tournamentBundle(id)} />
        </div>
      </div>
    </details>
  )
}

/** Checks whether a receipt is what was locked, and says what that proves. */
function CheckEntry({ tournament }: { tournament: TournamentWithEntries }) {
  const client = useApi()
  const [text, setText] = useState('')
  const { mutate, data, error } = useMutation({
    mutationFn: (given: string | File) => checkReceipt(given, tournament, { client, origin: location.origin }),
  })
  return (
    <form className="stack-close no-print" onSubmit={handleSubmit(() => mutate(text))}>
      <h2>Check my entry</h2>
      <AreaField label="Your receipt, or the email with it" rows={4} value={text} onChange={setText} />
      <Field label="Or its file">
        {(control) => <input {...control} type="file" onChange={({ target }) => mutate(target.files?.[0] ?? text)} />}
      </Field>
      <div className="buttons">
        <button type="submit" className="button">
          Check
        </button>
      </div>
      <div role="status" className="stack-close">
        {error !== null && <p className="field-error">{toProblemText(error)}</p>}
        <p className={data?.isProven ? 'strong' : 'field-error'}>{data?.verdict}</p>
        <ol className="stack-close">
          {data?.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {data?.isProven && (
          <p>
            So nothing in this entry has changed since the lock, if the seal is the one that everybody got then: compare
            its words with the email or the chat. It does not prove that the operator of the server could not look into
            the database before.
          </p>
        )}
      </div>
    </form>
  )
}
