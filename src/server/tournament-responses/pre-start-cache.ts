import type { Entry } from '#domain/tournament/tournament.ts'
import type { Db } from '../db/database.ts'
import { type EntryHeader, findEntry } from '../entries/entry-store.ts'
import { type BodyBlock, createBodyBlock, joinAsGzip, joinAsIdentity } from '../http/gzip-blocks.ts'
import { type Encoding, type Negotiate, type Representation, toDigest, toEtag } from '../http/snapshot.ts'
import { listPlayers, type TournamentRecord, toSummary } from '../tournaments/tournament-store.ts'
import { type RedactedEntries, readRedactedEntries } from './redacted-entries.ts'

/** What all viewers of a tournament share before its start. */
type SharedContent = { withPlayers: SharedBody; withoutPlayers: SharedBody; entries: RedactedEntries }

/** `head` is the JSON text up to the first entry; `digest` covers it and all redacted entries. */
type SharedBody = { head: BodyBlock; digest: string }

type Load = { tournament: TournamentRecord; hasBegun: boolean; content: Promise<SharedContent> }

const tail = createBodyBlock(']}')

/**
 * Tournaments that have not started, as each viewer may see them: their own entry in full, all others redacted
 * (docs/security.md, 11.2). What viewers share is read once per version of the tournament and kept in compressed
 * blocks. Only the block with the viewer's own entry is compressed for them.
 */
export function createPreStartCache(db: Db) {
  const loads = new Map<number, Load>()

  /** The content at this version or a later one. Loads of a tournament run one at a time. */
  function getContent(tournament: TournamentRecord): Promise<SharedContent> {
    const latest = loads.get(tournament.id)
    if (latest && latest.tournament.version >= tournament.version) return latest.content
    if (latest && !latest.hasBegun) {
      latest.tournament = tournament
      return latest.content
    }
    const load: Load = { tournament, hasBegun: false, content: runAfter(latest) }
    loads.set(tournament.id, load)
    load.content.catch(() => {
      if (loads.get(tournament.id) === load) loads.delete(tournament.id)
    })
    return load.content

    async function runAfter(previousLoad: Load | undefined): Promise<SharedContent> {
      const previous = await previousLoad?.content.catch(() => undefined)
      load.hasBegun = true
      return readContent(load.tournament, previous)
    }
  }

  async function readContent(
    tournament: TournamentRecord,
    previous: SharedContent | undefined,
  ): Promise<SharedContent> {
    const players = await listPlayers(db, tournament.id)
    const entries = await readRedactedEntries(db, tournament.id, previous?.entries)
    const toBody = (content: object, cached: SharedBody | undefined): SharedBody => {
      const text = `${JSON.stringify(content).slice(0, -1)},"entries":[`
      const head = cached?.head.text === text ? cached.head : createBodyBlock(text)
      return { head, digest: toDigest(text + entries.digest) }
    }
    const summary = toSummary(tournament)
    return {
      withPlayers: toBody({ ...summary, players }, previous?.withPlayers),
      withoutPlayers: toBody(summary, previous?.withoutPlayers),
      entries,
    }
  }

  async function compose(
    entries: RedactedEntries,
    body: SharedBody,
    own: EntryHeader | undefined,
    encoding: Encoding,
  ): Promise<Representation> {
    const stored = own && (await findEntry(db, own.id))
    // A merge may have given the entry to another user since it was listed.
    const entry = stored?.userId === own?.userId ? stored : undefined
    const blocks = entry ? entries.withOwn({ ...entry, name: own?.name ?? entry.name }) : entries.blocks
    const all = [body.head, ...blocks, tail]
    const bytes = encoding === 'gzip' ? await joinAsGzip(all) : joinAsIdentity(all)
    return { encoding, etag: toOwnEtag(body, entry, encoding), bytes }
  }

  return {
    /** What a viewer may see of a tournament that has not started, at this version or a later one. */
    async find(tournament: TournamentRecord, includePlayers: boolean, viewerId: number): Promise<Negotiate> {
      const { entries, withPlayers, withoutPlayers } = await getContent(tournament)
      const body = includePlayers ? withPlayers : withoutPlayers
      const own = entries.findOwn(viewerId)
      return (accepted) => {
        const encoding = accepted.gzip ? 'gzip' : 'identity'
        return {
          etag: toOwnEtag(body, own, encoding),
          compose: () => compose(entries, body, own, encoding),
        }
      }
    },

    /** The tournament has started. */
    remove(tournamentId: number): void {
      loads.delete(tournamentId)
    },

    clear(): void {
      loads.clear()
    },
  }
}

/** The tag depends only on what the viewer may see: another user's edit does not change it. */
function toOwnEtag(
  { digest }: SharedBody,
  own: Pick<Entry, 'id' | 'version' | 'changedAt'> | undefined,
  encoding: Encoding,
): string {
  const ownState = own ? [own.id, own.version, own.changedAt].join() : ''
  return toEtag(toDigest(`${digest} ${ownState}`), encoding)
}
