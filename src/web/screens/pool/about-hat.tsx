import { Link } from 'wouter'
import { toBeatenHatText } from '#domain/standings/beaten-hat.ts'
import { placeHat } from '#domain/standings/hat.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import type { StandingGolfer, Standings } from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { SmallTable } from '#web/ui/small-table.tsx'

/** The golfers of the Hat, how many people beat it, and why anybody can check it. */
export function AboutHat({ standings }: { standings: Standings }) {
  const golfers = placeHat(standings)?.golfers ?? []
  const toScore = ({ golfer, isDropped }: StandingGolfer) =>
    `${golfer.isDNF ? golfer.position : golfer.toPar}${isDropped && hasAnyScore(golfers) ? ', dropped' : ''}`
  return (
    <div className="stack">
      <SmallTable
        label="The golfers of the Hat"
        heading="Tier"
        columns={['Tier', 'Golfer', 'To par']}
        rows={golfers.map((picked) => ({
          key: picked.player.id,
          cells: [tierNames[picked.player.tier], picked.player.name, toScore(picked)],
        }))}
      />
      <p>
        Nobody chose them: they were drawn from{' '}
        <Link to={`/picks/${standings.pool.tournament.id}#check`}>the seal of the pool</Link> and the tiers that it
        covers. The page “Proof” of Player Pool’s documentation says how, so anybody can draw them again.
      </p>
      <p>{`The Hat is no entry: it changes no place, prize or chance. ${toBeatenHatText(standings)}`}</p>
    </div>
  )
}
