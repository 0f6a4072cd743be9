import { LRUCache } from 'lru-cache'
import { createPool } from '#domain/entries/pool.ts'
import { type Podium, toPodium } from '#domain/standings/podium.ts'
import { scorePool } from '#domain/standings/standings.ts'
import type { Branding } from '../branding/branding.ts'
import type { Db } from '../db/database.ts'
import { listEntries } from '../entries/entry-store.ts'
import { toDigest } from '../http/snapshot.ts'
import type { StoredLeaderboard } from '../leaderboard/leaderboard-store.ts'
import type { Log } from '../log.ts'
import { findOrCreate } from '../single-flight.ts'
import {
  findCurrentTournament,
  findTournament,
  listPlayers,
  type TournamentRecord,
} from '../tournaments/tournament-store.ts'

type Options = {
  db: Db
  branding: Pick<Branding, 'name' | 'mark'>
  fontFolder: string
  findBoard: (tournamentId: number) => Promise<Pick<StoredLeaderboard, 'message'> | undefined>
  log: Log
}

export type PictureFile = { readonly png: Buffer; readonly etag: string }

/** The picture with the champion and the top three, or the one without names. */
type Naming = { hasNames: boolean }

export type ResultPictures = ReturnType<typeof createResultPictures>

const maxPictures = 20
/** Limited, because names can change. */
const maxAgeMs = 60 * 60_000

/**
 * Pictures of ended tournaments, 1200 x 630 pixels: with the champion and the top three, or without names. Each is drawn
 * once per version of its tournament, on a worker thread.
 */
export function createResultPictures({ db, branding, fontFolder, findBoard, log }: Options) {
  const pictures = new LRUCache<string, Promise<PictureFile>>({ max: maxPictures, ttl: maxAgeMs })

  async function draw(tournament: TournamentRecord, { hasNames }: Naming): Promise<PictureFile> {
    const podium = hasNames ? await readPodium(tournament) : null
    const { drawResultPicture } = await import('../branding/result-drawing.ts')
    const result = { poolName: branding.name, tournament: tournament.name, podium }
    const png = await drawResultPicture(result, branding.mark, fontFolder)
    return { png, etag: `"${toDigest(png)}"` }
  }

  async function readPodium(tournament: TournamentRecord): Promise<Podium | null> {
    const board = await findBoard(tournament.id)
    const players = await listPlayers(db, tournament.id)
    if (!board || players.length === 0) return null
    const entries = await listEntries(db, tournament.id)
    return toPodium(scorePool(createPool({ ...tournament, players, entries }), board.message))
  }

  function findPicture(tournament: TournamentRecord, { hasNames }: Naming): Promise<PictureFile> {
    const key = `${tournament.id}:${tournament.version}:${hasNames}`
    return findOrCreate(pictures, key, () => draw(tournament, { hasNames }))
  }

  return {
    /** Undefined unless the tournament has ended. */
    async find(tournamentId: number, naming: Naming): Promise<PictureFile | undefined> {
      const tournament = await findTournament(db, tournamentId)
      if (!tournament || tournament.active) return undefined
      return findPicture(tournament, naming)
    },

    /** Draws the picture of the last ended tournament in advance. */
    async prepare(): Promise<void> {
      try {
        const tournament = await findCurrentTournament(db)
        if (!tournament || tournament.active) return
        await Promise.all([true, false].map((hasNames) => findPicture(tournament, { hasNames })))
      } catch (error) {
        log.warn({ err: error }, 'failed to draw the picture of the result')
      }
    },
  }
}
