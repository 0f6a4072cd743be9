import { describeCorrection } from '#domain/scores/score-corrections.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { describeLockedChange } from '#domain/tournament/locked-change.ts'
import { formatPoolTime } from '#server/platform/text/time-format.ts'
import type { PostFacts, PostLine } from './post-facts.ts'

/** A message to a chat in plain text. Its names come from users and the feed, so each service's renderer escapes them. */
export type Post = {
  readonly title: string
  readonly lines: readonly string[]
  readonly link: { readonly text: string; readonly url: string }
}

type Context = { readonly publicUrl: string; readonly timeZone: string }

/** Longer lists of names are cut off; the services allow 3,000 characters and more. */
const maxNamesLength = 1800

/** The text of a post. */
export function toPost(facts: PostFacts, { publicUrl, timeZone }: Context): Post {
  const { tournament } = facts
  const board = { text: 'See the board', url: `${publicUrl}/pool/${facts.tournamentId}` }
  const entry = { text: 'Enter or change your picks', url: `${publicUrl}/entry/new` }
  const toNews = (title: string, lines: string[], link = board) => ({ title: `${title}: ${tournament}`, lines, link })
  switch (facts.kind) {
    case 'entries-open': {
      const lines = [`Pick your golfers by ${formatPoolTime(facts.start, timeZone)}.`]
      return toNews('Entries are open', lines, { ...entry, text: 'Enter' })
    }
    case 'closing-24h':
      return toNews('Less than 24 hours left to enter', listClosing(facts, timeZone), entry)
    case 'closing-2h':
      return toNews('Less than 2 hours left to enter', listClosing(facts, timeZone), entry)
    case 'locked':
      return {
        title: `Entries are locked: ${tournament} has started`,
        lines: [
          `${formatCount(facts.people.length, 'person is', 'people are')} playing: ${joinNames(facts.people)}.`,
          ...(facts.consensus ? [facts.consensus] : []),
          ...(facts.seal ? [`The seal of the pool: ${facts.seal}`] : []),
        ],
        link: { text: 'All picks as of the lock', url: `${publicUrl}/picks/${facts.tournamentId}` },
      }
    case 'round-end': {
      const next = facts.isLast ? ['The results will follow once the organiser has ended the tournament.'] : []
      return toNews(`Round ${facts.round} is over`, [...facts.recap, ...toBoard(facts), ...next])
    }
    case 'cut':
      return toNews('The cut has been made', listCut(facts))
    case 'lead-change':
      return toNews(facts.headline, toBoard(facts))
    case 'scores': {
      const { missing } = facts
      if (!missing) return toNews('New scores again', ['The scores are up to date.'])
      const url = `${publicUrl}/admin/tournaments/${facts.tournamentId}/scores`
      const lines = [`Since ${formatPoolTime(missing.since, timeZone)}. ${missing.reason}`]
      return toNews('No new scores', lines, { text: 'Enter the scores by hand', url })
    }
    case 'correction':
      return toNews('A score was corrected', [describeScoreCorrection(facts)])
    case 'entry-change': {
      const { at, by, reason } = facts.change
      return toNews('An entry has changed', [
        `${describeLockedChange(facts.change)}.`,
        `${by === null ? '' : `By ${by}, `}${formatPoolTime(at, timeZone)}.`,
        ...(reason === null ? [] : [`Reason: ${reason}`]),
      ])
    }
    case 'results':
      return toNews(facts.headline, ['The final places:', ...toBoard(facts)], { ...board, text: 'See all results' })
  }
}

/** The test post that an organiser requests. */
export function toTestPost(poolName: string, { publicUrl }: Pick<Context, 'publicUrl'>): Post {
  return {
    title: `Test post from ${poolName}`,
    lines: ['News about the pool will be posted in this chat.'],
    link: { text: 'Open the pool', url: publicUrl },
  }
}

/** An example post of each kind, shown to organisers. */
export function toExamplePosts(context: Context) {
  const best = [
    { position: '1', name: 'Ann Ash 2', toPar: '-24' },
    { position: 'T2', name: 'Bo Birch 1', toPar: '-21' },
    { position: 'T2', name: 'Cleo Cedar 3', toPar: '-21' },
  ]
  const recap = ['Ann Ash 2 takes the lead at -24, 3 ahead of Bo Birch 1 and Cleo Cedar 3.']
  const about = { tournament: 'Spring Open', tournamentId: 1 }
  const start = '2026-04-09T11:00:00.000Z'
  const correction = { status: 'DQ', rounds: [], toParDifference: null, reason: 'Signed for a wrong score' } as const
  const facts: PostFacts[] = [
    { ...about, kind: 'entries-open', start },
    { ...about, kind: 'closing-24h', start, entrants: 31 },
    { ...about, kind: 'closing-2h', start, entrants: 36 },
    {
      ...about,
      kind: 'locked',
      people: ['Ann Ash', 'Bo Birch', 'Cleo Cedar'],
      consensus:
        'Most picked, tiers A to D: Scottie Scheffler (41%), Viktor Hovland (33%), Tony Finau (28%), and Sepp Straka (22%).',
      seal: 'maple river orchid falcon 1a2b3c4d',
    },
    { ...about, kind: 'round-end', round: 2, isLast: false, recap, best, more: 0 },
    { ...about, kind: 'cut', missed: 71, entries: 108, intact: 24, out: 31 },
    { ...about, kind: 'lead-change', headline: 'Ann Ash leads by 3', best, more: 0 },
    { ...about, kind: 'correction', golfer: 'Rory McIlroy', correction, isEnd: false, isSettled: false },
    {
      ...about,
      kind: 'entry-change',
      change: {
        kind: 'entry-removed',
        at: start,
        by: 'Ann Ash',
        reason: 'Not paid',
        entry: { id: 1, name: 'Bo Birch' },
        details: null,
      },
    },
    { ...about, kind: 'results', headline: 'Ann Ash wins by 3', best, more: 0 },
    { ...about, kind: 'scores', missing: { since: start, reason: 'The sports feed could not be reached.' } },
  ]
  return facts.map((fact) => {
    const post = toPost(fact, context)
    return { ...post, kind: fact.kind, link: post.link.text }
  })
}

type FactsOf<Kind extends PostFacts['kind']> = Extract<PostFacts, { kind: Kind }>

function listClosing({ start, entrants }: FactsOf<'closing-24h' | 'closing-2h'>, timeZone: string): string[] {
  return [
    `Entries close on ${formatPoolTime(start, timeZone)}.`,
    `${formatCount(entrants, 'person has', 'people have')} entered so far.`,
  ]
}

function listCut({ missed, entries, intact, out }: FactsOf<'cut'>): string[] {
  const have = intact === 1 ? 'has' : 'have'
  const are = out === 1 ? 'is' : 'are'
  return [
    `${formatCount(missed, 'golfer', 'golfers')} missed it.`,
    `Of ${formatCount(entries, 'entry', 'entries')}, ${formatNumber(intact)} still ${have} all four golfers and ${formatNumber(out)} ${are} out.`,
  ]
}

function describeScoreCorrection({ golfer, correction, isEnd, isSettled }: FactsOf<'correction'>): string {
  const scores = describeCorrection(correction)
  if (isSettled) return `${golfer}: the source of the scores now agrees with the organisers (${scores}).`
  if (isEnd) return `${golfer} is shown as the source of the scores has it again. The organisers had: ${scores}.`
  return `${golfer} was put right by the organisers: ${scores}. Reason: ${correction.reason}`
}

function toBoard({ best, more }: { best: readonly PostLine[]; more: number }): string[] {
  const lines = best.map(({ position, name, toPar }) => `${position}: ${name}, ${toPar}`)
  return more === 0 ? lines : [...lines, `and ${formatNumber(more)} more in the same place`]
}

function joinNames(names: readonly string[]): string {
  let shown = 0
  for (let length = 0; shown < names.length; shown += 1) {
    length += (names[shown]?.length ?? 0) + 2
    if (length > maxNamesLength) break
  }
  const rest = names.length - shown
  const list = names.slice(0, shown).join(', ')
  return rest === 0 ? list : `${list} and ${formatNumber(rest)} more`
}
