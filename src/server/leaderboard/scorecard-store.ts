import type { PlayerProfile } from '#domain/field/field.ts'
import { toBatches } from '#server/batches.ts'
import type { Db } from '../db/database.ts'

/** Rows per insert; a scorecard has several kilobytes. */
const batchSize = 50

/** Stores scorecards of a tournament; newer ones replace older ones. */
export async function saveScorecards(db: Db, tournamentId: number, profiles: readonly PlayerProfile[]): Promise<void> {
  const rows = profiles.map((profile) => ({
    tournament_id: tournamentId,
    espn_id: profile.espnId,
    profile: JSON.stringify(profile),
  }))
  for (const batch of toBatches(rows, batchSize)) {
    await db
      .insertInto('scorecards')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['tournament_id', 'espn_id']).doUpdateSet((eb) => ({ profile: eb.ref('excluded.profile') })),
      )
      .execute()
  }
}

export async function findScorecard(db: Db, tournamentId: number, espnId: string): Promise<PlayerProfile | undefined> {
  const row = await db
    .selectFrom('scorecards')
    .select('profile')
    .where('tournament_id', '=', tournamentId)
    .where('espn_id', '=', espnId)
    .executeTakeFirst()
  // Written by `saveScorecards`, so not validated again.
  return row && (JSON.parse(row.profile) as PlayerProfile)
}
