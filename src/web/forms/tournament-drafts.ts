import type { Fee } from '#domain/payments/fee.ts'
import { createDraftStore } from './draft-store.ts'

type Start = { date: string; time: string; isSecond: boolean; followsFeed?: boolean | undefined }

/** Unsaved content of the tournament form. Browsers hold drafts in this shape: renaming a field loses them. */
export type TournamentDraft = {
  values: {
    espnId: string
    name: string
    start: Start
    tiebreakers: [string, string]
    tiers: [string, string, string, string]
    /** By athlete id. */
    ranks: Record<string, number>
    fee: Fee
    houseRules: string
  }
  /** The time zone of the start. */
  zone: string
  /** The values that the feed prefilled. */
  filledIn: { name: string; start: Start | null }
  /** A fingerprint of the saved tournament that the draft changes; empty for a new tournament. */
  basedOn: string
  /** When the draft was stored, ISO 8601. */
  keptAt: string
}

export const tournamentDrafts = createDraftStore<TournamentDraft>('tournament')
