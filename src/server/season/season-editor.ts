import type { SeasonSubmission } from '#contract/season-contract.ts'
import { findSeasonErrors, isSameSeason, type SeasonDefinition } from '#domain/season/season-definition.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { Problem } from '../http/problem.ts'
import { listTournaments } from '../tournaments/tournament-store.ts'
import { addSeason, changeSeason, listSeasons, lockSeason, removeSeason, type StoredSeason } from './season-store.ts'
import { toSeasonKey } from './seasons.ts'

type Options = Pick<EditorServices, 'db' | 'clock'>

type Saved = StoredSeason & { readonly key: string }

export type SeasonEditor = ReturnType<typeof createSeasonEditor>

/** Adds, changes and removes seasons for organisers (docs/rules.md, 12.1). Throws a problem if a change is invalid. */
export function createSeasonEditor({ db, clock }: Options) {
  return {
    /** A repeat with the same content returns the stored season. */
    async create({ id: _id, version: _version, ...definition }: SeasonSubmission, organiserId: number): Promise<Saved> {
      return inRetriedTransaction(db, async (trx) => {
        const same = (await listSeasons(trx)).find((season) => isSameSeason(season, definition))
        if (same) return toSaved(same)
        await requireValid(trx, definition, null)
        const now = await clock.authoritativeNow(trx)
        const id = await addSeason(trx, definition, now)
        const details = { seasonId: id, after: definition }
        await addAuditEntry(trx, { userId: organiserId, action: 'season created', details }, now)
        return toSaved(await requireSeason(trx, id))
      })
    },

    /** Saving identical content changes nothing. */
    async change(submission: SeasonSubmission, organiserId: number): Promise<Saved> {
      const { id, version, ...definition } = submission
      return inRetriedTransaction(db, async (trx) => {
        const stored = await requireSeason(trx, id)
        if (isSameSeason(stored, definition)) return toSaved(stored)
        if (version !== undefined && version !== stored.version) throw new Problem('season-changed')
        await requireValid(trx, definition, id)
        const now = await clock.authoritativeNow(trx)
        await changeSeason(trx, id, definition)
        const details = { seasonId: id, before: toDefinition(stored), after: definition }
        await addAuditEntry(trx, { userId: organiserId, action: 'season changed', details }, now)
        return toSaved(await requireSeason(trx, id))
      })
    },

    /** Keeps the tournaments and their places. */
    async remove(id: number, version: number, organiserId: number): Promise<Saved> {
      return inRetriedTransaction(db, async (trx) => {
        const stored = await requireSeason(trx, id)
        if (version !== stored.version) throw new Problem('season-changed')
        await removeSeason(trx, id)
        const details = { seasonId: id, before: toDefinition(stored) }
        await addAuditEntry(
          trx,
          { userId: organiserId, action: 'season removed', details },
          await clock.authoritativeNow(trx),
        )
        return toSaved(stored)
      })
    },
  }
}

async function requireSeason(trx: Db, id: number): Promise<StoredSeason> {
  const season = await lockSeason(trx, id)
  if (!season) throw new Problem('not-found', { detail: 'There is no such season.' })
  return season
}

async function requireValid(trx: Db, definition: SeasonDefinition, ownId: number | null): Promise<void> {
  const known = new Set((await listTournaments(trx)).map(({ id }) => id))
  const fields = findSeasonErrors(definition, known)
  const others = (await listSeasons(trx)).filter(({ id }) => id !== ownId)
  if (others.some(({ name }) => name === definition.name))
    fields.push({ field: 'name', message: 'is the name of another season' })
  if (definition.year !== null && others.some(({ year }) => year === definition.year))
    fields.push({ field: 'year', message: 'is the year of another season' })
  if (fields.length > 0) throw new Problem('validation-failed', { fields })
}

function toDefinition({ id: _id, version: _version, ...definition }: StoredSeason): SeasonDefinition {
  return definition
}

function toSaved(season: StoredSeason): Saved {
  return { ...season, key: toSeasonKey(season) }
}
