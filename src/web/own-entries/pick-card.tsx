import { entryNumbers, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { UnavailableBadge, type UnavailableLabel } from '#web/golfer/unavailable-badge.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'

type Pick = { readonly name: string; readonly unavailable?: UnavailableLabel | undefined }

/** Three entries side by side, tier by tier. `picks`: twelve, in the order of docs/rules.md, 2.1. */
export function PickCard({ picks }: { picks: readonly Pick[] }) {
  return (
    <SmallTable
      label="Your three entries"
      columns={['Tier', ...entryNumbers.map((entryNumber) => `Entry ${entryNumber}`)]}
      heading="Tier"
      rows={tiers.map((tier) => ({
        key: tier,
        cells: [
          <b key="tier">{tierNames[tier]}</b>,
          ...entryNumbers.map((entryNumber, index) => (
            <PickCell key={entryNumber} pick={picks[index * tiers.length + tier]} />
          )),
        ],
      }))}
    />
  )
}

function PickCell({ pick }: { pick: Pick | undefined }) {
  if (pick === undefined) return <span className="soft">No pick yet</span>
  return (
    <>
      {pick.name}
      {pick.unavailable !== undefined && <UnavailableBadge unavailable={pick.unavailable} />}
    </>
  )
}
