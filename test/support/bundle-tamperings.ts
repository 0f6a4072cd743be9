// biome-ignore-all lint/suspicious/noAssignInExpressions: each tampering is one assignment.
import { sha256Hex } from '#built/harness.mjs'
import type { Bundle } from '#contract/bundle-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { noValue, toParText } from '#domain/field/field.ts'
import { applyRecord, type Board, type BoardRecord, toRecord } from '#domain/history/board-history.ts'
import { sortByName } from '#domain/names/names.ts'
import { listEntryResults } from '#domain/results/results.ts'
import { rootOf } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf, leafOfText, readContent, type SealedContent, writeContent } from '#domain/seal/sealed-entry.ts'
import { digestOfScores, readHead, type SealedHead, writeHead } from '#domain/seal/sealed-head.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { entryNumberOfPick, tierNames, tierOfPick } from '#domain/tournament/tournament.ts'
import type { Random } from '#simulator/seeded-random.ts'
import { writeBundle } from './eventful-bundle.ts'

/** A copy of the bundle that can be changed in any way. */
type Draft = Mutable<Bundle>
type Mutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { -readonly [Key in keyof T]: Mutable<T[Key]> }
type Row = Mutable<Board['golfersScores'][number]>

export type Tampering = {
  readonly kind: string
  /** A text that one of the sentences of the verification must contain. */
  readonly named: string | RegExp
  /** The tampered file. */
  readonly make: () => Uint8Array
  /** The verification is given the words of the honest seal. */
  readonly hasWords?: boolean
}

/**
 * Ways to tamper with the bundle of `makeEventfulBundle`, each with a digest that fits, so that only the content gives it away.
 * The golfer, entry or version concerned is drawn at random where there are several.
 */
export function listTamperings(honest: Bundle, random: Random): Tampering[] {
  const tamperings: Tampering[] = []
  const copy = () => structuredClone(honest) as unknown as Draft

  /** `change` may return another object instead. */
  function add(kind: string, named: string | RegExp, change: (draft: Draft) => unknown, hasWords = false): void {
    const make = () => {
      const draft = copy()
      const other = change(draft)
      return writeBundle(typeof other === 'object' && other !== null ? other : draft)
    }
    tamperings.push({ kind, named, make, ...(hasWords && { hasWords }) })
  }
  const addText = (kind: string, named: string, change: (text: string) => string) => {
    const make = () => new TextEncoder().encode(change(new TextDecoder().decode(writeBundle(honest))))
    tamperings.push({ kind, named, make })
  }
  const pick = random.pick

  addFileTamperings()
  addTournamentTamperings()
  addSealTamperings()
  addForgeries()
  addPlayerTamperings()
  addKeyTamperings()
  addEntryTamperings()
  addWithdrawalTamperings()
  addChangeTamperings()
  addCorrectionTamperings()
  addScoreTamperings()
  addRowTamperings()
  addRecordTamperings()
  return tamperings

  function addFileTamperings(): void {
    addText('a letter without the digest', 'its digest is another', (text) => text.replace('The player', 'The prayer'))
    addText('the digest', 'its digest is another', (text) =>
      text.replace(/"digest":"\w{8}(\w+)"\}$/, '"digest":"00000000$1"}'),
    )
    addText('spaces between fields', 'not written as the pool writes it', (text) =>
      redigest(text.replace('"rules":1,', '"rules": 1,')),
    )
    addText('a field twice', 'not written as the pool writes it', (text) =>
      redigest(text.replace('"hasEnded":true', '"hasEnded":false,"hasEnded":true')),
    )
    addText('an end that is cut off', 'incomplete', (text) => text.slice(0, -300))
    add('an unknown field', 'unknown field more', (draft) => ({ ...draft, more: 1 }))
    add(
      'an unknown field of a golfer',
      'unknown field: players.',
      (draft) => void Object.assign(need(draft.players[3]), { more: 1 }),
    )
    add(
      'an unknown field of a version',
      'unknown field: records.',
      (draft) => void Object.assign(draft.records[0] as object, { more: 1 }),
    )
    add(
      'an unknown field of a row',
      'unknown field: scores.golfersScores.',
      (draft) => void Object.assign(rowOf(draft), { more: 1 }),
    )
    add('another format', 'format 3', (draft) => ({ ...draft, format: 3 }))
    add('other rules', 'version 2 of the rules', (draft) => ({ ...draft, rules: 2 }))
    for (const part of [
      'receiptKeys',
      'lockedChanges',
      'records',
      'corrections',
      'withdrawn',
      'seal',
      'players',
    ] as const)
      add(`without the part ${part}`, part, (draft) => ({ ...draft, [part]: undefined }))
  }

  function addTournamentTamperings(): void {
    add('the id of the tournament', 'The id of the tournament', ({ tournament }) => void (tournament.id += 1))
    add(
      'the name of the tournament',
      'The name of the tournament',
      ({ tournament }) => void (tournament.name = 'Other Open'),
    )
    add(
      'the name of the tournament as it was',
      'The name of the tournament',
      ({ tournament }) => void (tournament.name = 'Larkmoor Dunes Invitational'),
    )
    for (const [word, hours] of [
      ['an earlier', -1],
      ['a later', 1],
    ] as const)
      add(
        `${word} start`,
        'The start is',
        ({ tournament }) => void (tournament.start = shift(tournament.start, hours * 60)),
      )
    add('the first question', 'The first question', ({ tournament }) => void (tournament.questions[0] = 'What?'))
    add('the second question', 'The second question', ({ tournament }) => void (tournament.questions[1] = 'What?'))
    add('the questions swapped', 'question is', ({ tournament }) => void tournament.questions.reverse())
    add(
      'cancelled, with scores',
      'ended without places, and has scores',
      ({ tournament }) => void (tournament.cancelledReason = 'Rain'),
    )
    add(
      'cancelled, and not ended',
      'has not ended',
      ({ tournament }) => Object.assign(tournament, { cancelledReason: 'Rain', hasEnded: false }) && undefined,
    )
  }

  function addSealTamperings(): void {
    const isAnother = 'The seal is not that of the entries'
    const addSeal = (kind: string, named: string, change: (seal: NonNullable<Draft['seal']>) => unknown) =>
      add(kind, named, ({ seal }) => void change(need(seal)))
    addSeal('the root', 'Its root is another', (seal) => (seal.root = sha256Hex('')))
    addSeal('one digit of the root', 'Its root is another', (seal) => (seal.root = flip(seal.root)))
    addSeal('the words', 'Its words are', (seal) => (seal.words = 'acorn acorn acorn acorn 00000000'))
    addSeal('two words swapped', 'Its words are', (seal) => {
      const [a, b, ...rest] = seal.words.split(' ')
      seal.words = [b, a, ...rest].join(' ')
    })
    addSeal('a larger seal', 'It is over', (seal) => (seal.size += 1))
    addSeal('a smaller seal', 'It is over', (seal) => (seal.size -= 1))
    addSeal('an earlier time of the seal', 'The time of the seal', (seal) => (seal.sealedAt = shift(seal.sealedAt, -1)))
    addSeal('a later time of the seal', 'The time of the seal', (seal) => (seal.sealedAt = shift(seal.sealedAt, 1)))
    addSeal('a seal of format 1', 'covers the entries alone', (seal) => (seal.format = 1))
    addSeal('a seal of format 1 without a head', 'Its root is another', (seal) =>
      Object.assign(seal, { format: 1, head: null }),
    )
    addSeal('no head', 'cannot be read', (seal) => (seal.head = null))
    addSeal(
      'a head in other letters',
      'cannot be read',
      (seal) => (seal.head = need(seal.head).replace('\\u00e1', 'á')),
    )
    addSeal(
      'a head with another field',
      'cannot be read',
      (seal) => (seal.head = need(seal.head).replace('{"seal"', '{"a":1,"seal"')),
    )
    add('no seal', 'There are sealed entries, but no seal', (draft) => void (draft.seal = null))
    add('no seal and no leaves', 'There is no seal', (draft) => void removeSeal(draft))
    const heads: [string, (head: Mutable<SealedHead>) => unknown][] = [
      ['the name', (head) => (head.name = 'Other Open')],
      ['the id', (head) => (head.tournament += 1)],
      ['the start', (head) => (head.start = shift(head.start, 60))],
      ['the time', (head) => (head.sealedAt = shift(head.sealedAt, 1))],
      ['a question', (head) => (head.questions[1] = 'What?')],
      ['a golfer’s name', (head) => (need(need(head.tiers[1])[2])[1] = 'Nobody')],
      ['a golfer’s tier', (head) => head.tiers[2]?.push(need(head.tiers[1]?.pop()))],
      ['a golfer twice', (head) => head.tiers[2]?.push(need(head.tiers[1]?.[0]))],
      ['a golfer less', (head) => head.tiers[3]?.pop()],
      ['two tiers swapped', (head) => head.tiers.reverse()],
      ['no version of the scores', (head) => (head.scores = null)],
      ['another version of the scores', (head) => (need(head.scores).version += 1)],
      ['other scores', (head) => (need(head.scores).digest = sha256Hex(''))],
      ['no keys', (head) => (head.receiptKeys = [])],
      ['another key', (head) => (head.receiptKeys = [flip(need(head.receiptKeys[0]))])],
    ]
    for (const [what, change] of heads)
      add(`in the head: ${what}`, isAnother, ({ seal }) => {
        const head = structuredClone(need(readHead(need(need(seal).head)))) as Mutable<SealedHead>
        change(head)
        need(seal).head = writeHead(head)
      })
  }

  /** Adds forgeries whose root fits: only the rest of the file, or somebody's words, give them away. */
  function addForgeries(): void {
    const forge = (
      kind: string,
      named: string,
      change: (draft: Draft, head: Mutable<SealedHead>) => unknown,
      hasWords = false,
    ) =>
      add(
        `forged with a new seal: ${kind}`,
        named,
        (draft) => {
          const head = structuredClone(need(readHead(need(need(draft.seal).head)))) as Mutable<SealedHead>
          change(draft, head)
          need(draft.seal).head = writeHead(head)
          reseal(draft)
        },
        hasWords,
      )
    forge('the name', 'The name of the tournament', (_, head) => (head.name = 'Other Open') && removeNameChange(_))
    forge('the id', 'The id of the tournament', (_, head) => (head.tournament += 1))
    forge('the start', 'The start is', (_, head) => (head.start = shift(head.start, 60)))
    forge('the time', 'The time of the seal', (_, head) => (head.sealedAt = shift(head.sealedAt, -1)))
    forge('a question', 'The first question', (_, head) => (head.questions[0] = 'What?'))
    forge('a golfer’s name', 'Tier B: golfer 3', (_, head) => (need(need(head.tiers[1])[2])[1] = 'Nobody'))
    forge('a golfer less', 'Tier D has', (_, head) => head.tiers[3]?.pop())
    forge('a golfer in two tiers', 'is in the tiers twice', (draft, head) => {
      const golfer = need(head.tiers[0]?.[0])
      head.tiers[1]?.push(golfer)
      const last = draft.players.findLastIndex(({ tier }) => tier === 1)
      const [espnId, name] = golfer
      draft.players.splice(last + 1, 0, { id: 9999, espnId, name, tier: 1, order: need(draft.players[last]).order + 1 })
    })
    forge('no version of the scores', 'what comes before is missing', (draft, head) => {
      head.scores = null
      draft.records.shift()
      draft.records[0] = { board: need(boardsOf(copy())[1]) } as Draft['records'][number]
    })
    forge(
      'other scores at the lock',
      'is not what it was at the lock',
      (_, head) => (need(head.scores).digest = sha256Hex('')),
    )
    forge(
      'a version that is not recorded',
      'which the seal covers, is not recorded',
      (_, head) => (need(head.scores).version = 99),
    )
    forge(
      'another key',
      'is under the seal, and not in the file',
      (_, head) => (head.receiptKeys = [flip(need(head.receiptKeys[0]))]),
    )
    const noted = 'not the one that you noted'
    forge('an answer', noted, (draft) => setContent(draft, 1, (content) => (content.answers[0] = '0')), true)
    forge(
      'a pick',
      noted,
      (draft) => setContent(draft, 1, (content) => (content.picks[0] = otherGolfer(draft, content, 0))),
      true,
    )
    forge('a version of an entry', noted, (draft) => setContent(draft, 2, (content) => (content.version += 1)), true)
    forge(
      'the start, everywhere',
      noted,
      (draft, head) => (draft.tournament.start = head.start = shift(head.start, -5)),
      true,
    )
    forge(
      'a question, everywhere',
      noted,
      (draft, head) => (draft.tournament.questions[0] = head.questions[0] = 'What?'),
      true,
    )
    forge(
      'the scores at the lock, everywhere',
      noted,
      (draft, head) => {
        rewrite(draft, (board) => (board.event.roundStatus = `${board.event.roundStatus} `))
        need(head.scores).digest = digestOfScores(need(boardsOf(draft)[0]), sha256Hex)
      },
      true,
    )
    forge('an entry less', noted, (draft) => draft.entries.splice(1, 1), true)
    forge(
      'a golfer’s name, everywhere',
      noted,
      (draft, head) => {
        need(need(head.tiers[1])[2])[1] = 'Nobody'
        need(draft.players.find(({ tier, order }) => tier === 1 && order === 2)).name = 'Nobody'
      },
      true,
    )
  }

  function addPlayerTamperings(): void {
    const indexes = honest.players.map((_, index) => index)
    const at = pick(indexes.slice(1, -1))
    const name = need(honest.players[at]).name
    const tier = `Tier ${tierNames[need(honest.players[at]).tier]}`
    add('a golfer’s name', tier, ({ players }) => void (need(players[at]).name = 'Nobody'))
    add('a golfer’s athlete id', tier, ({ players }) => void (need(players[at]).espnId = '1'))
    add(
      'a golfer’s tier',
      `${name} is number`,
      ({ players }) => void (need(players[at]).tier = ((need(players[at]).tier + 1) % 4) as 0),
    )
    add('a golfer’s place in the tier', `${name} is number`, ({ players }) => void (need(players[at]).order += 1))
    add('two golfers of a tier swapped', 'golfer 1 is', ({ players }) => {
      const [a, b] = [need(players[0]), need(players[1])]
      Object.assign(a, { espnId: b.espnId, name: b.name }, undefined)
      Object.assign(b, { espnId: need(honest.players[0]).espnId, name: need(honest.players[0]).name })
    })
    add(
      'a golfer twice',
      'is in the tiers twice',
      ({ players }) => void players.push({ ...need(players[at]), id: 9999 }),
    )
    add('a golfer less', tier, ({ players }) => void players.splice(at, 1))
    add(
      'a golfer more',
      'Tier D has',
      ({ players }) =>
        void players.push({
          ...need(players.at(-1)),
          espnId: '2',
          name: 'New',
          id: 9999,
          order: need(players.at(-1)).order + 1,
        }),
    )
    add(
      'the id of another golfer',
      'has the id of another one',
      ({ players }) => void (need(players[at]).id = need(players[at - 1]).id),
    )
    add('a rank', 'which no seal covers', ({ players }) => void (need(players[at]).rank = 1))
    add('golfers in another order', 'out of order', ({ players }) => void players.reverse())
  }

  function addKeyTamperings(): void {
    add('the sealed key removed', 'is under the seal, and not in the file', ({ receiptKeys }) => void receiptKeys.pop())
    add(
      'the sealed key replaced',
      'is under the seal, and not in the file',
      ({ receiptKeys }) => void (need(receiptKeys[1]).x = flip(need(receiptKeys[1]).x)),
    )
    add('no keys', 'is under the seal, and not in the file', (draft) => void (draft.receiptKeys = []))
    add('a key twice', 'is listed twice', ({ receiptKeys }) => void receiptKeys.push(need(receiptKeys[1])))
    add(
      'a sealed key made later',
      'which does not fit the seal',
      ({ receiptKeys }) => void (need(receiptKeys[1]).madeAt = need(receiptKeys[0]).madeAt),
    )
    add(
      'a later key made before',
      'which does not fit the seal',
      ({ receiptKeys }) => void (need(receiptKeys[0]).madeAt = need(receiptKeys[1]).madeAt),
    )
    add('keys in another order', 'out of order', ({ receiptKeys }) => void receiptKeys.reverse())
    add(
      'a key revoked before it was made',
      'was revoked before it was made',
      ({ receiptKeys }) => void (need(receiptKeys[0]).revokedAt = need(receiptKeys[1]).madeAt),
    )
    add(
      'a key of another kind',
      'receiptKeys.0.crv',
      ({ receiptKeys }) => void ((need(receiptKeys[0]) as { crv: string }).crv = 'X25519'),
    )
    add('a key that is none', 'receiptKeys.0.x', ({ receiptKeys }) => void (need(receiptKeys[0]).x = 'x'))
  }

  function addEntryTamperings(): void {
    const at = pick(honest.entries.flatMap(({ results }, index) => (isVaried(results) ? [index] : [])))
    const { name, content } = need(honest.entries[at])
    const entry = `Entry ${need(readContent(content)).entry} of ${name}`
    const changed = `${entry} is not what it was at the start`
    for (let index = 0; index < 12; index += 1)
      add(`pick ${tierNames[tierOfPick(index)]} of entry ${entryNumberOfPick(index)}`, changed, (draft) =>
        setContent(draft, at, (own) => (own.picks[index] = otherGolfer(draft, own, index))),
      )
    add('a pick of another tier', `${entry} has picks that the rules do not allow`, (draft) =>
      setContent(draft, at, (own) => (own.picks[0] = need(own.picks[1]))),
    )
    add('a pick of nobody', `${entry} has picks that the rules do not allow`, (draft) =>
      setContent(draft, at, (own) => (own.picks[5] = '1')),
    )
    add('a pick less', `of ${name} cannot be read`, (draft) => setContent(draft, at, (own) => own.picks.pop()))
    add('the first answer', changed, (draft) => setContent(draft, at, (own) => (own.answers[0] = '99')))
    add('the second answer', changed, (draft) => setContent(draft, at, (own) => (own.answers[1] = '99')))
    add('an answer less', changed, (draft) => setContent(draft, at, (own) => own.answers.pop()))
    add('the version of an entry', changed, (draft) => setContent(draft, at, (own) => (own.version += 1)))
    add('the salt', changed, (draft) => setContent(draft, at, (own) => (own.salt = 'x')))
    add('the id of an entry', 'is not what it was at the start', (draft) =>
      setContent(draft, at, (own) => (own.entry = 77)),
    )
    add('a content with a space', `of ${name} cannot be read`, ({ entries }) => void (need(entries[at]).content += ' '))
    add(
      'a content in other letters',
      `of ${name} cannot be read`,
      ({ entries }) => void (need(entries[at]).content = content.replace(/\["(\d)/, '["\\u003$1')),
    )
    add(
      'no leaf',
      `${entry} counts, but was not in the pool at the start`,
      ({ entries }) => void (need(entries[at]).leaf = null),
    )
    add('another leaf', changed, ({ entries }) => void (need(entries[at]).leaf = sha256Hex('')))
    add(
      'the leaf of another entry',
      changed,
      ({ entries }) => void (need(entries[at]).leaf = need(entries[(at + 1) % entries.length]).leaf),
    )
    for (const number of [1, 2, 3])
      for (const [index, what] of ['place', 'score', 'strokes'].entries())
        add(`the ${what} of entry ${number}`, `${entry} has`, ({ entries }) => {
          const result = need(need(entries[at]).results[number - 1])
          result[index] = (result[index] ?? 0) - 1
        })
    add('a result less', `${entry} has`, ({ entries }) => void need(entries[at]).results.pop())
    add('no results', `${entry} has []`, ({ entries }) => void (need(entries[at]).results = []))
    add(
      'results in another order',
      `${entry} has`,
      ({ entries }) => void need(entries[at]).results.push(need(need(entries[at]).results.shift())),
    )
    add(
      'the results of another entry',
      `${entry} has`,
      ({ entries }) => void (need(entries[at]).results = need(entries[(at + 1) % entries.length]).results),
    )
    add('an entry less', 'It is over', ({ entries }) => void entries.splice(at, 1))
    add('an entry twice', `${entry} is listed twice`, ({ entries }) => void entries.splice(at, 0, need(entries[at])))
    add('entries in another order', 'is out of order', ({ entries }) => void entries.reverse())
    add('a name that belongs elsewhere', 'is out of order', ({ entries }) => void (need(entries[0]).name = 'zzz'))
    add('an entry that was not there', 'counts, but was not in the pool at the start', (draft) => addEntry(draft, null))
    add('an entry that was not there, with a leaf', 'It is over', (draft) => addEntry(draft, 'own'))
  }

  function addWithdrawalTamperings(): void {
    const removed = need(honest.withdrawn[1])
    const entry = `Entry ${removed.id} of ${removed.name}`
    const change = (kind: string, named: string, what: (own: Draft['withdrawn'][number]) => unknown) =>
      add(kind, named, ({ withdrawn }) => void what(need(withdrawn[1])))
    add('a withdrawn entry less', 'It is over', ({ withdrawn }) => void withdrawn.splice(1, 1))
    add(
      'a withdrawn entry twice',
      `${entry} is listed twice`,
      ({ withdrawn }) => void withdrawn.push(need(withdrawn[1])),
    )
    add('withdrawn entries in another order', 'is out of order', ({ withdrawn }) => void withdrawn.reverse())
    change(
      'a withdrawn entry without its leaf',
      `${entry} was changed after the lock, and was not in the pool`,
      (own) => (own.leaf = null),
    )
    change('a withdrawn entry with another leaf', 'Its root is another', (own) => (own.leaf = sha256Hex('')))
    change('nobody who withdrew it', `${entry} was withdrawn by null`, (own) => (own.by = null))
    change('somebody else who withdrew it', `${entry} was withdrawn by The rival`, (own) => (own.by = 'The rival'))
    change('no reason why it was withdrawn', `${entry} was withdrawn because of “null”`, (own) => (own.reason = null))
    change('another reason why it was withdrawn', `${entry} was withdrawn because of “x”`, (own) => (own.reason = 'x'))
    change('no time when it was withdrawn', `${entry} was sealed and does not count`, (own) => (own.at = null))
    change(
      'an earlier time when it was withdrawn',
      `${entry} was withdrawn at`,
      (own) => (own.at = shift(need(own.at), -1)),
    )
    change(
      'a later time when it was withdrawn',
      `${entry} was withdrawn at`,
      (own) => (own.at = shift(need(own.at), 1)),
    )
    change(
      'a time before the lock',
      `${entry} is under the seal, and was withdrawn at`,
      (own) => (own.at = shift(need(own.at), -600)),
    )
    change('the id of a withdrawn entry', 'and no change after the lock says why', (own) => (own.id = 66))
    change('the name of a withdrawn entry', 'that entry is of Nobody', (own) => (own.name = 'Nobody'))
    add(
      'an entry withdrawn before, with a leaf',
      'It is over',
      ({ withdrawn }) => void (need(withdrawn[0]).leaf = sha256Hex('')),
    )
    add(
      'an entry withdrawn before, at a later time',
      'after the lock, and is not under the seal',
      ({ withdrawn }) => void (need(withdrawn[0]).at = need(withdrawn[1]).at),
    )
    add('a merged entry by nobody', 'was withdrawn by null', ({ withdrawn }) => void (need(withdrawn[2]).by = null))
    const moved = need(honest.entries[0])
    const about = `Entry ${need(readContent(moved.content)).entry} of ${moved.name}`
    const move = (kind: string, named: string, said: { at: string | null; by: string | null; reason: string | null }) =>
      add(kind, named, (draft) => {
        const [first] = draft.entries.splice(0, 1)
        draft.withdrawn.push({
          id: need(readContent(need(first).content)).entry,
          name: need(first).name,
          ...said,
          leaf: need(first).leaf,
        })
        recompute(draft)
      })
    const at = shift(honest.tournament.start, 200)
    move('an entry moved to the withdrawn ones by nobody', about, { at: null, by: null, reason: null })
    move('an entry moved with a time', about, { at, by: null, reason: null })
    move(
      'an entry moved with who, when and why, but no change',
      `${about} was sealed and does not count, and no change`,
      { at, by: 'The power', reason: 'Not paid' },
    )
  }

  function addChangeTamperings(): void {
    const find = (draft: Draft, kind: string) => need(draft.lockedChanges.find((change) => change.kind === kind))
    const drop = (draft: Draft, change: Draft['lockedChanges'][number]) =>
      draft.lockedChanges.splice(draft.lockedChanges.indexOf(change), 1)
    add(
      'no changes after the lock',
      'and no change after the lock says why',
      (draft) => void (draft.lockedChanges = []),
    )
    add(
      'a removal less',
      'Entry 4 of The removed was sealed and does not count, and no change',
      (draft) => void drop(draft, find(draft, 'entry-removed')),
    )
    add(
      'the removal of a restored entry less',
      'restored) does not fit the one before',
      (draft) => void drop(draft, need(draft.lockedChanges[1])),
    )
    add(
      'a restoration less',
      'Entry 5 of The restored counts, although',
      (draft) => void drop(draft, find(draft, 'entry-restored')),
    )
    add(
      'a merge less',
      'Entry 6 of The twin was sealed and does not count, and no change',
      (draft) => void drop(draft, find(draft, 'entry-merged')),
    )
    add(
      'a change of the name less',
      'The name of the tournament',
      (draft) => void drop(draft, find(draft, 'details-changed')),
    )
    add(
      'a change twice',
      'does not fit the one before',
      (draft) => void draft.lockedChanges.push(need(draft.lockedChanges[0])),
    )
    add('changes in another order', 'is out of order', (draft) => void draft.lockedChanges.reverse())
    add(
      'a made-up restoration',
      'Entry 4 of The removed was sealed and does not count',
      (draft) =>
        void draft.lockedChanges.push({
          ...find(draft, 'entry-restored'),
          at: need(draft.lockedChanges.at(-1)).at,
          entry: { id: 4, name: 'The removed' },
        }),
    )
    add(
      'a restoration after a merge',
      'does not fit the one before',
      (draft) =>
        void draft.lockedChanges.push({
          ...find(draft, 'entry-restored'),
          at: need(draft.lockedChanges.at(-1)).at,
          entry: { id: 6, name: 'The twin' },
        }),
    )
    for (const kind of ['entry-removed', 'entry-restored', 'entry-merged'] as const) {
      const named = `${{ 'entry-removed': 'removed', 'entry-restored': 'restored', 'entry-merged': 'withdrawn for good' }[kind]})`
      const change = (what: string, said: string, edit: (own: Draft['lockedChanges'][number]) => unknown) =>
        add(`${kind}: ${what}`, said, (draft) => void edit(find(draft, kind)))
      change('before the lock', 'is from before the lock', (own) => (own.at = shift(own.at, -600)))
      change('by nobody', 'does not say who made it', (own) => (own.by = null))
      change(
        'another reason',
        kind === 'entry-restored' ? 'has a reason' : 'the change after the lock says “x”',
        (own) => (own.reason = 'x'),
      )
      change('another entry', `${named} is of`, (own) => (need(own.entry).id = 1))
      change('another name', `${named} is of Nobody`, (own) => (need(own.entry).name = 'Nobody'))
      change('no entry', 'does not say whose entry it is', (own) => (own.entry = null))
      change('with details', 'does not say what was changed', (own) => (own.details = []))
      if (kind === 'entry-restored') continue
      change('another time', 'and the change after the lock is from', (own) => (own.at = shift(own.at, 1)))
      change('by somebody else', 'and the change after the lock is by The rival', (own) => (own.by = 'The rival'))
      change('without a reason', 'does not say why', (own) => (own.reason = null))
    }
    add(
      'a removal as a restoration',
      'does not fit the one before',
      (draft) => void (find(draft, 'entry-removed').kind = 'entry-restored'),
    )
    add(
      'a restoration as a removal',
      'does not fit the one before',
      (draft) => void (find(draft, 'entry-restored').kind = 'entry-removed'),
    )
    const detail = (draft: Draft, index: number) => need(need(draft.lockedChanges[index]?.details)[0])
    add('the name before', 'name was', (draft) => void (detail(draft, 3).before = 'x'))
    add('the name after', 'The name of the tournament', (draft) => void (detail(draft, 3).after = 'x'))
    add('the name unchanged', 'name stays', (draft) => void (detail(draft, 3).after = detail(draft, 3).before))
    add('the fee between', 'fee was', (draft) => void (detail(draft, 4).after = 'x'))
    add('another detail', 'name was', (draft) => void (detail(draft, 5).field = 'name'))
    add('no details', 'does not say what was changed', (draft) => void (need(draft.lockedChanges[3]).details = []))
    add(
      'details as null',
      'does not say what was changed',
      (draft) => void (need(draft.lockedChanges[3]).details = null),
    )
    add('details by nobody', 'does not say who made it', (draft) => void (need(draft.lockedChanges[3]).by = null))
    add(
      'details of an entry',
      'does not say whose entry it is',
      (draft) => void (need(draft.lockedChanges[3]).entry = { id: 4, name: 'The removed' }),
    )
  }

  function addCorrectionTamperings(): void {
    add('no corrections', 'do not fit the corrections', (draft) => void (draft.corrections = []))
    add('corrections in another order', 'is out of order', (draft) => void draft.corrections.reverse())
    for (const [index, { id, golferName, endedAt }] of honest.corrections.entries()) {
      const what = ['of the result', 'after the reopening', 'of a status', 'that has ended', 'of to par', 'of a round'][
        index
      ]
      const change = (kind: string, named: string, edit: (own: Draft['corrections'][number]) => unknown) =>
        add(`the correction ${what}: ${kind}`, named, ({ corrections }) => void edit(need(corrections[index])))
      const own = `Correction ${id} of ${golferName}`
      add(
        `the correction ${what} less`,
        `${golferName} do not fit the corrections`,
        ({ corrections }) => void corrections.splice(index, 1),
      )
      change('another reason', `${own} by`, (each) => (each.reason = 'x'))
      change('another author', own, (each) => (each.by = 'The rival'))
      change('another time', own, (each) => (each.at = shift(each.at, -1)))
      change(
        'another golfer',
        `${golferName} do not fit the corrections`,
        (each) => (each.espnId = need(honest.players.at(-1)).espnId),
      )
      change('another name', `not of Nobody`, (each) => (each.golferName = 'Nobody'))
      change('other rounds', own, (each) => (each.rounds[0] = (each.rounds[0] ?? 69) + 1))
      change('a round more', own, (each) => (each.rounds[3] = 60))
      change('another status', own, (each) => (each.status = each.status === null ? 'WD' : 'CUT'))
      change('another score to par', own, (each) => (each.toPar = (each.toPar ?? 0) + 1))
      change('another difference', own, (each) => (each.toParDifference = (each.toParDifference ?? 0) + 3))
      if (endedAt === null) {
        change('ended', own, (each) => Object.assign(each, { endedAt: shift(each.at, 0.5), source: null }))
        change('no row of the source', 'lacks the row of the source', (each) => (each.source = null))
        change(
          'the row of another golfer',
          'has the row of',
          (each) =>
            (each.source = need(
              need(honest.scores).golfersScores.findLast((row) => row.espnId !== each.espnId),
            ) as Row),
        )
        change('other scores of the source', golferName, (each) => (need(each.source).relativeScore -= 5))
        change('another round of the source', golferName, (each) => (need(each.source).round2Score = '60'))
        change('ended by somebody, and in force', 'and has not ended', (each) => (each.endedBy = 'The power'))
      } else {
        change('in force', own, (each) => Object.assign(each, { endedAt: null, endedBy: null }))
        change('ended much earlier', own, (each) => (each.endedAt = shift(each.at, 1)))
        change('ended much later', own, (each) => (each.endedAt = shift(need(each.endedAt), 60)))
        change('ended before it was made', 'before it was made', (each) => (each.endedAt = shift(each.at, -1)))
        change(
          'with a row of the source',
          'has ended, and has a row',
          (each) => (each.source = need(honest.scores).golfersScores[0] as Row),
        )
      }
    }
    const last = need(honest.corrections[0])
    const madeUp = {
      ...structuredClone(last),
      id: last.id + 1,
      espnId: need(honest.scores?.golfersScores[20]).espnId,
      golferName: need(honest.scores?.golfersScores[20]).fullName,
      at: shift(last.at, 1),
      source: null,
    }
    add(
      'a made-up correction in force',
      `Correction ${madeUp.id} of ${madeUp.golferName}`,
      ({ corrections }) => void corrections.unshift(madeUp as Draft['corrections'][number]),
    )
    add(
      'a made-up correction that has ended',
      `Correction ${madeUp.id} of ${madeUp.golferName}`,
      ({ corrections }) =>
        void corrections.unshift({ ...madeUp, endedAt: shift(madeUp.at, 2) } as Draft['corrections'][number]),
    )
    add(
      'a correction twice',
      'is listed twice',
      ({ corrections }) => void corrections.unshift(structuredClone(need(corrections[0]))),
    )
    add(
      'a correction of nothing',
      'corrects nothing',
      ({ corrections }) => Object.assign(need(corrections[0]), { rounds: [null, null, null, null] }) && undefined,
    )
  }

  function addScoreTamperings(): void {
    const notRecorded = 'The scores are not those that were recorded'
    const fields: [string, (scores: NonNullable<Draft['scores']>) => unknown][] = [
      ['version', (scores) => (scores.version -= 1)],
      ['timeStamp', (scores) => (scores.timeStamp = shift(scores.timeStamp, -1))],
      ['stale', (scores) => (scores.stale = { since: scores.timeStamp, reason: 'x' })],
      ['source', (scores) => (scores.source.by = 'The rival')],
      ['currentRound', (scores) => (scores.currentRound = 3)],
      ['cutline', (scores) => (scores.cutline = { value: 1, type: 'projected', displayValue: '+1' })],
      ['event', (scores) => (scores.event.completed = false)],
      ['event', (scores) => (scores.event.par += 1)],
    ]
    for (const [field, change] of fields)
      add(`the scores: ${field}, ${change}`, `${notRecorded}: ${field}`, ({ scores }) => void change(need(scores)))
    add('no scores', 'There are recorded versions of the scores, but no scores', (draft) => void (draft.scores = null))
    const golfer = pick(need(honest.scores).golfersScores.slice(10, 60))
    const rowFields: { [Field in keyof Row]?: (row: Row) => unknown } = {
      index: (row) => (row.index += 1),
      espnId: (row) => (row.espnId = '1'),
      fullName: (row) => (row.fullName = 'Nobody'),
      shortName: (row) => (row.shortName = 'Nobody'),
      amateur: (row) => (row.amateur = !row.amateur),
      logoImage: (row) => (row.logoImage = null),
      isDNF: (row) => (row.isDNF = !row.isDNF),
      position: (row) => (row.position = 'T99'),
      movement: (row) => (row.movement = { text: '77', class: 'positive' }),
      relativeScore: (row) => (row.relativeScore -= 1),
      toPar: (row) => (row.toPar = '-30'),
      total: (row) => (row.total -= 1),
      totalScore: (row) => (row.totalScore = '200'),
      currentRoundScore: (row) => (row.currentRoundScore = '-9'),
      thru: (row) => (row.thru = '11'),
      teeTime: (row) => (row.teeTime = honest.tournament.start),
      round1Score: (row) => (row.round1Score = '60'),
      round2Score: (row) => (row.round2Score = '60'),
      round3Score: (row) => (row.round3Score = '60'),
      round4Score: (row) => (row.round4Score = '60'),
    }
    for (const [field, change] of Object.entries(rowFields))
      add(`the scores of a golfer: ${field}`, golfer.fullName, (draft) => void change(rowOf(draft, golfer.espnId)))
    add(
      'a golfer less in the scores',
      `${notRecorded}: ${golfer.fullName}`,
      ({ scores }) =>
        void need(scores).golfersScores.splice(
          need(scores).golfersScores.findIndex(({ espnId }) => espnId === golfer.espnId),
          1,
        ),
    )
    add(
      'two golfers swapped in the scores',
      'are in another order',
      ({ scores }) => void need(scores).golfersScores.reverse(),
    )
    add(
      'a mark less in the scores',
      honest.corrections[0]?.golferName ?? '',
      (draft) => void (rowOf(draft, honest.corrections[0]?.espnId).correction = null),
    )
  }

  /** In every version, with scores and results that follow: only the row itself gives it away. */
  function addRowTamperings(): void {
    const golfer = pick(
      need(honest.scores)
        .golfersScores.slice(0, 40)
        .filter(({ correction, isDNF }) => !correction && !isDNF),
    )
    const everywhere = (kind: string, named: RegExp, change: (row: Row, board: Board) => unknown) =>
      add(`in every version: ${kind}`, named, (draft) => {
        rewrite(draft, (board) => {
          const row = board.golfersScores.find(({ espnId }) => espnId === golfer.espnId) as Row | undefined
          if (row && row.total > 0) change(row, board)
        })
        fixLock(draft)
        recompute(draft)
        reseal(draft)
      })
    const of = (what: string) => new RegExp(`Version \\d+ of the scores, ${golfer.fullName}: ${what}`)
    everywhere('20 strokes less to par', of('.*cannot be of the holes played'), (row) =>
      setToPar(row, row.relativeScore - 20),
    )
    everywhere('20 strokes less to par and in total', of('the rounds add up to'), (row) => {
      setToPar(row, row.relativeScore - 20)
      setTotal(row, Math.max(1, row.total - 20))
    })
    everywhere('the text of to par', of('to par is “-11”'), (row) => (row.toPar = '-11'))
    everywhere('the value of to par', of('to par is'), (row) => (row.relativeScore -= 20))
    everywhere('the text of the total', of('the strokes are “200”'), (row) => (row.totalScore = '200'))
    everywhere('the value of the total', of('the strokes are'), (row) => (row.total += 9))
    everywhere('a round', of('the rounds add up to'), (row) => (row.round1Score = String(Number(row.round1Score) - 1)))
    everywhere('a round that is none', of('round 1 is “x”'), (row) => (row.round1Score = 'x'))
    everywhere(
      'today',
      of('round \\d has .* strokes, and today is'),
      (row) => row.currentRoundScore !== noValue && (row.currentRoundScore = '-20'),
    )
    everywhere('today as no score', of('today is “x”'), (row) => (row.currentRoundScore = 'x'))
    everywhere('a position that is none', of('the position is “first”'), (row) => (row.position = 'first'))
    everywhere(
      'out without a reason',
      of('they are out, but the position is'),
      (row) => row.position !== noValue && (row.isDNF = true),
    )
    everywhere(
      'a reason without being out',
      of('the position is WD, but they are not out'),
      (row) => (row.position = 'WD'),
    )
    everywhere('a movement that is none', of('the movement is'), (row) => (row.movement = { text: '3', class: 'none' }))
    everywhere('thru that is none', of('thru is “x”'), (row) => (row.thru = 'x'))
    everywhere('the golfer twice', /Version \d+ of the scores lists .* twice/, (row, board) =>
      board.golfersScores.push({ ...row, index: 900 } as never),
    )
    everywhere('the cut line', /the cut line is “\+9”/, (_, board) =>
      Object.assign(board, { cutline: { value: 1, type: 'projected', displayValue: '+9' } }),
    )
    everywhere('the round of the event', /is of round 9/, (_, board) => Object.assign(board, { currentRound: 9 }))
    everywhere('golfers out of order', /is out of order/, (_, board) =>
      board.golfersScores.sort((a, b) => b.index - a.index),
    )
    const corrected = need(honest.corrections.find(({ rounds }) => rounds[0] === 75))
    const marks: [string, (row: Row) => unknown][] = [
      ['without marks', (row) => (row.correction = null)],
      ['with another reason', (row) => (row.correction = { ...need(row.correction), reason: 'x' })],
      ['with another author', (row) => (row.correction = { ...need(row.correction), by: 'The rival' })],
      ['at another time', (row) => (row.correction = { ...need(row.correction), at: honest.tournament.start })],
      ['with other fields', (row) => (row.correction = { ...need(row.correction), fields: ['toPar'] })],
      [
        'with another round',
        (row) => {
          row.round1Score = '74'
          setTotal(row, row.total - 1)
          setToPar(row, row.relativeScore - 1)
        },
      ],
    ]
    for (const [where, applies] of [
      ['every version', () => true],
      ['one version', (index: number) => index === 8],
    ] as const)
      for (const [kind, change] of marks)
        add(`a corrected golfer ${kind}, in ${where}`, corrected.golferName, (draft) => {
          rewrite(draft, (board, index) => {
            const row = board.golfersScores.find(({ espnId }) => espnId === corrected.espnId) as Row
            if (row.correction && applies(index)) change(row)
          })
          recompute(draft)
        })
    const shifted = need(honest.corrections.find(({ toParDifference }) => toParDifference))
    const differences: [string, (row: Row) => unknown][] = [
      ['without its difference', (row) => delete need(row.correction).toParDifference],
      [
        'with another difference',
        (row) => {
          Object.assign(need(row.correction), { toParDifference: (shifted.toParDifference ?? 0) + 1 })
          setTotal(row, row.total + 1)
          setToPar(row, row.relativeScore + 1)
        },
      ],
    ]
    for (const [kind, change] of differences)
      add(`a corrected score to par ${kind}, in every version`, shifted.golferName, (draft) => {
        rewrite(draft, (board) => {
          const row = board.golfersScores.find(({ espnId }) => espnId === shifted.espnId) as Row
          if (row.correction) {
            row.correction = { ...row.correction }
            change(row)
          }
        })
        recompute(draft)
      })
  }

  function addRecordTamperings(): void {
    const broken =
      /before the one that it follows|do not follow from one another|must rise|are missing|not those that were recorded|is not recorded/
    const named = (what: string) => new RegExp(what)
    add('no recorded versions', 'No version of the scores is recorded', (draft) => void (draft.records = []))
    add(
      'the last version alone',
      'which the seal covers, is not recorded',
      (draft) => void (draft.records = [{ board: draft.scores } as Draft['records'][number]]),
    )
    add('the last version alone, as version 1', 'is not what it was at the lock', (draft) => {
      Object.assign(need(draft.scores), { version: need(readHead(need(draft.seal?.head ?? ''))?.scores).version })
      draft.records = [{ board: draft.scores } as Draft['records'][number]]
    })
    add('the first version less', broken, (draft) => void draft.records.shift())
    const middle = 3 + random.between(0, 9)
    add('a version less', broken, (draft) => void draft.records.splice(middle, 1))
    add('the last version less', broken, (draft) => void draft.records.pop())
    add('a version twice', broken, (draft) => void draft.records.splice(middle, 0, need(draft.records[middle])))
    add(
      'two versions swapped',
      broken,
      (draft) => void draft.records.splice(middle, 2, need(draft.records[middle + 1]), need(draft.records[middle])),
    )
    add('versions in another order', broken, (draft) => void draft.records.reverse())
    add(
      'a change before the first version',
      'without a key frame',
      (draft) => void draft.records.unshift([{}, [], [], []] as never),
    )
    add(
      'a row that is not there',
      'names row 999',
      (draft) => void (draft.records[middle] as never as [0, unknown[]])[1].push([999, 1, 1, 'F']),
    )
    add('a version that repeats its number', named('versions must rise'), (draft) =>
      rewriteHead(draft, middle, (board) => (board.version -= 1)),
    )
    add('a version with a lower number', named('versions must rise'), (draft) =>
      rewriteHead(draft, middle, (board) => (board.version = 1)),
    )
    add('a version with a higher number', named('those between are missing'), (draft) =>
      rewriteHead(draft, middle, (board) => (board.version += 5)),
    )
    add('a version from before the one before', named('before the one that it follows'), (draft) =>
      rewriteHead(draft, middle, (board) => (board.timeStamp = honest.tournament.start.replace('2026', '2025'))),
    )
    add('the version at the lock: a score', named('is not what it was at the lock'), (draft) =>
      rewriteHead(draft, 0, (board) => (need(board.golfersScores[3] as Row).fullName = 'x')),
    )
    add('the version at the lock: its time', named('is not what it was at the lock'), (draft) =>
      rewriteHead(draft, 0, (board) => (board.timeStamp = shift(board.timeStamp, -5))),
    )
    add('the version at the lock: the event', named('is not what it was at the lock'), (draft) =>
      rewriteHead(draft, 0, (board) => (board.event.name = 'x')),
    )
    const at = honest.records.findIndex((record) => Array.isArray(record) && record[1].length > 0)
    const score = (draft: Draft) => need((draft.records[at] as never as [0, [number, number, number, string][]])[1][0])
    const unlike = /The scores are not those|cannot be of the holes|add up to|today is|thru is/
    add('a change of to par in a record', unlike, (draft) => void (score(draft)[1] -= 1))
    add('a change of strokes in a record', unlike, (draft) => void (score(draft)[2] += 1))
    add('thru in a record', unlike, (draft) => void (score(draft)[3] = 'x'))
    add('the row of a change in a record', unlike, (draft) => void (score(draft)[0] += 1))
    add('a change less in a record', unlike, (draft) => void (draft.records[at] as never as [0, unknown[]])[1].shift())
    add('more golfers than an event has', named('more than 1000 golfers'), (draft) =>
      rewriteHead(
        draft,
        0,
        (board) => {
          const row = need(board.golfersScores[0])
          for (let index = 0; index < 1001; index += 1)
            board.golfersScores.push({ ...row, index: 200 + index } as never)
        },
        false,
      ),
    )
  }

  function rowOf({ scores }: Draft, espnId = need(honest.scores?.golfersScores[12]).espnId): Row {
    return need(need(scores).golfersScores.find((row) => row.espnId === espnId)) as Row
  }

  function addEntry(draft: Draft, leaf: 'own' | null): void {
    const content = { ...need(readContent(need(draft.entries[0]).content)), entry: 50 }
    const made = { name: 'zzz', content: writeContent(content), leaf: leaf && leafOf(content, sha256Hex), results: [] }
    draft.entries.push(made)
    recompute(draft)
  }
}

function isVaried(results: readonly unknown[]): boolean {
  return new Set(results.map((result) => JSON.stringify(result))).size > 1
}

function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The bundle is not as eventful as expected.')
  return value
}

function shift(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString()
}

/** The text with another last letter but one, of the same alphabet. */
function flip(text: string): string {
  return `${text.slice(0, -2)}${text.at(-2) === 'a' ? 'b' : 'a'}${text.at(-1)}`
}

function redigest(text: string): string {
  const content = text.slice(0, text.lastIndexOf(',"digest":'))
  return `${content},"digest":"${sha256Hex(content)}"}`
}

function setContent({ entries }: Draft, at: number, change: (content: Mutable<SealedContent>) => unknown): void {
  const entry = need(entries[at])
  const content = structuredClone(need(readContent(entry.content))) as Mutable<SealedContent>
  change(content)
  entry.content = writeContent(content)
}

/** Another golfer of the same tier. */
function otherGolfer({ players }: Draft, { picks }: SealedContent, index: number): string {
  return need(players.find(({ tier, espnId }) => tier === tierOfPick(index) && espnId !== picks[index])).espnId
}

function removeSeal(draft: Draft): void {
  draft.seal = null
  for (const entry of [...draft.entries, ...draft.withdrawn]) entry.leaf = null
}

function removeNameChange(draft: Draft): void {
  draft.lockedChanges = draft.lockedChanges.filter(({ details }) => details?.[0]?.field !== 'name')
}

/** Leaves, root and words that fit. */
function reseal(draft: Draft): void {
  const seal = need(draft.seal)
  for (const entry of draft.entries) entry.leaf = leafOf(need(readContent(entry.content)), sha256Hex)
  const all = [
    ...draft.withdrawn,
    ...draft.entries.map(({ leaf, content }) => ({ id: need(readContent(content)).entry, leaf })),
  ]
  const leaves = all.toSorted((a, b) => a.id - b.id).flatMap(({ leaf }) => leaf ?? [])
  seal.size = leaves.length
  seal.root = rootOf([leafOfText(need(seal.head), sha256Hex), ...leaves], sha256Hex)
  seal.words = toSealWords(seal.root)
  recompute(draft)
}

function boardsOf({ records }: Draft): Board[] {
  const boards: Board[] = []
  for (const record of records as unknown as BoardRecord[]) boards.push(applyRecord(boards.at(-1) ?? null, record))
  return boards
}

/** Changes versions, and records them again; the scores are the last one. */
function rewrite(draft: Draft, change: (board: Mutable<Board>, index: number) => unknown): void {
  const boards = structuredClone(boardsOf(draft)) as unknown as Mutable<Board>[]
  for (const [index, board] of boards.entries()) change(board, index)
  draft.records = boards.map((board, index) => toRecord((boards[index - 1] as Board) ?? null, board as Board)) as never
  draft.scores = need(boards.at(-1)) as never
}

/** Changes one version and leaves the ones after it as they were. */
function rewriteHead(draft: Draft, at: number, change: (board: Mutable<Board>) => unknown, withScores = true): void {
  rewrite(draft, (board, index) => index === at && change(board))
  if (!withScores) return
}

/** The seal has the version at the lock as it is now. */
function fixLock(draft: Draft): void {
  const seal = need(draft.seal)
  const head = need(readHead(need(seal.head)))
  const first = need(boardsOf(draft)[0])
  seal.head = writeHead({ ...head, scores: { version: first.version, digest: digestOfScores(first, sha256Hex) } })
}

function setToPar(row: Row, relativeScore: number): void {
  Object.assign(row, { relativeScore, toPar: toParText(relativeScore) })
}

function setTotal(row: Row, total: number): void {
  Object.assign(row, { total, totalScore: String(total) })
}

/** Order and results that the scores give. */
function recompute(draft: Draft): void {
  const ids = draft.entries.map(({ name, content }, index) => ({ id: need(readContent(content)).entry, name, index }))
  draft.entries = sortByName(ids).map(({ index }) => need(draft.entries[index]))
  const playerIds = new Map(draft.players.map(({ espnId, id }) => [espnId, id]))
  const entries = draft.entries.map(({ name, content }) => {
    const { entry: id, version, picks } = need(readContent(content))
    const selections = picks.map((espnId, index) => ({
      playerId: playerIds.get(espnId) ?? 0,
      entryNumber: entryNumberOfPick(index),
    }))
    return { id, userId: id, tournamentId: 1, name, version, tiebreakers: [], selections }
  })
  const about = {
    id: 1,
    name: '',
    start: draft.tournament.start,
    espnId: '',
    active: true,
    tiebreakers: ['', ''] as const,
  }
  const pool = createPool({ ...about, players: draft.players, entries })
  const standings = scorePool(pool, need(draft.scores) as Board)
  for (const [index, entry] of draft.entries.entries())
    entry.results = listEntryResults(standings, index).map((result) => [...result]) as never
}
