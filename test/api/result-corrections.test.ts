import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { addPool, importResults, listActiveScoreCorrections } from '#built/harness.mjs'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { results } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { prizeList } from '#contract/payment-contract.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { userResults } from '#contract/results-contract.ts'
import { type ResultCorrection, resultCorrectionPreview } from '#contract/score-correction-contract.ts'
import { season } from '#contract/season-contract.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { emptyFee } from '#domain/payments/fee.ts'
import { toFinish } from '#domain/results/pot-split.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { parseMail } from '../support/mail-parser.ts'
import { countWaitingMessages } from '../support/outbox-rows.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

/** Lifetime of a cached scorecard. */
const interval = 600_000

describe.each(databaseKinds())('an ended tournament over $name', (kind) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let id: number

  beforeEach(async () => {
    sink = await startSmtpSink()
    clock.set(new Date())
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, startAt: 'final', rateLimitFactor: 0, mail, feedIntervalMs: interval })
    // Later than the tokens.
    clock.set(new Date())
    id = pool.tournamentId
  })
  afterEach(async () => {
    await pool.close()
    await sink.close()
  })

  async function post(path: string, body: unknown, person: Person = pool.people.admin) {
    const response = await pool.send('POST', path, person, body)
    const said: unknown = await response.json()
    if (response.status === 200) return { status: 200, said }
    const { type, detail } = problemDetails.parse(said)
    return { status: response.status, code: problemCode(type), detail }
  }

  const end = async () => finalPlaces.parse((await post(api.tournamentEnd(id), [])).said)
  const cancel = (reason: string) => post(api.adminCancel(id), { reason }, pool.people.power)
  const reopen = (asksSource = false) => post(api.adminReopen(id), { asksSource })
  const sendResults = () => post(api.adminResults(id), {})
  async function get(path: string): Promise<unknown> {
    const response = await pool.call(path, pool.people.player)
    const said: unknown = await response.json()
    expect(response.status, JSON.stringify(said)).toBe(200)
    return said
  }
  const readBoard = async () => leaderboard.parse(await get(api.leaderboard(id)))
  async function readSeasonPlaces() {
    const read = season.parse(await get(api.season(String(clock.now().getUTCFullYear()))))
    return read.people.find(({ userId }) => userId === pool.people.rival.userId)?.places
  }
  const countResults = async () => userResults.parse(await get(api.results(pool.people.player.userId))).results.length
  const toDisqualification = (espnId: string) => ({
    espnId,
    status: 'DQ' as const,
    rounds: [null, null, null, null],
    toPar: null,
    reason: 'Wrong card',
    basedOn: null,
  })
  async function importOld(): Promise<number> {
    const table = 'Tournament;Start;Name;Email;Entry 1;Entry 2;Entry 3\nOld;2019-04-11;Ada;a@b.de;1;;'
    await importResults(pool.app, Buffer.from(table), { fileName: 'old.csv' })
    const rows = pool.app.database.db.selectFrom('tournaments').select('id').where('name', '=', 'Old')
    return (await rows.executeTakeFirstOrThrow()).id
  }
  function addNext(): Promise<number> {
    const plan = { espnId: '4019', name: 'Next Open', favourites: pool.simulator.listGolfers(), entrantIds: [] }
    return addPool(pool.app, { ...plan, start: new Date(clock.now().getTime() + 3_600_000) })
  }
  const correct = (correction: ResultCorrection) => post(api.adminResultCorrection(id), correction)
  async function poll(): Promise<void> {
    await pool.app.feed.refreshTarget()
    await pool.app.feed.refreshScores()
  }
  const listReceived = async (subject: RegExp) => {
    const mails = await Promise.all(sink.emails.map(({ data }) => parseMail(data)))
    return mails.filter((mail) => subject.test(mail.subject))
  }
  /** The first golfers of the rival's first entry, which has a place. */
  async function listPicked() {
    const read = tournament.parse(await get(api.tournament(id, { players: true, entries: true })))
    const { selections = [] } = read.entries?.find(({ userId }) => userId === pool.people.rival.userId) ?? {}
    return selections
      .slice(0, 2)
      .map(({ playerId }) => read.players?.find((player) => player.id === playerId)?.espnId ?? '')
  }

  /** The places by which the pot is split, in the order of the board. */
  async function readPayday() {
    const read = tournament.parse(await get(api.tournament(id, { players: true, entries: true })))
    const whole = { ...read, players: read.players ?? [], entries: read.entries ?? [] }
    return toFinish(scorePool(createPool(whole), await readBoard())).places
  }
  const inOrder = (places: z.infer<typeof finalPlaces>) =>
    places.flatMap((entry) => entry.places).sort((a, b) => (a ?? 999) - (b ?? 999))

  /** The player's first entry is the rival's. */
  async function tieFirst(): Promise<void> {
    const { db } = pool.app.database
    const picks = await db
      .selectFrom('selections')
      .innerJoin('entries', 'entries.id', 'entry_id')
      .select(['entry_id as entryId', 'user_id as userId', 'pick_index', 'player_id'])
      .where('entries.tournament_id', '=', id)
      .where('pick_index', '<', 4)
      .execute()
    const own = picks.find(({ userId }) => userId === pool.people.player.userId)?.entryId ?? 0
    for (const { userId, pick_index, player_id } of picks)
      if (userId === pool.people.rival.userId)
        await db
          .updateTable('selections')
          .set({ player_id })
          .where('entry_id', '=', own)
          .where('pick_index', '=', pick_index)
          .execute()
    await db
      .updateTable('tournaments')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute()
  }

  it('whose first place is shared shows what the organisers decide with the winners, until others share it', async () => {
    await tieFirst()
    const decide = (decision: string, person = pool.people.power) => post(api.adminDecision(id), { decision }, person)
    const first = 'The rival wins: the closer answer.'
    const readDecision = async () => tournament.parse(await get(api.tournamentCurrent())).decision
    const decisionsOf = async ({ userId }: Person) =>
      userResults.parse(await get(api.results(userId))).results.map((result) => result.tournament.decision)

    // With the end, so that the first message has it.
    expect(await decide(first)).toMatchObject({ status: 200 })
    const places = await end()
    expect(places.map((entry) => entry.places[0])).toEqual([1, 1])
    expect(await readDecision()).toBe(first)
    expect(await decisionsOf(pool.people.rival)).toEqual([first])
    await sendResults()
    await expect.poll(() => listReceived(/^Results of/)).toHaveLength(2)
    expect((await listReceived(/^Results of/))[0]?.text).toContain(
      'share first place. The rival wins: the closer answer.\n',
    )

    expect(await decide('Mine', pool.people.player)).toMatchObject({ status: 403 })
    expect(await post(api.adminDecision(id), { decision: 'x'.repeat(201) })).toMatchObject({ status: 400 })
    for (const decision of ['A play-off decides', 'A play-off decides', ''])
      expect(await decide(decision)).toMatchObject({ status: 200, said: { decision } })
    expect(await decisionsOf(pool.people.rival)).toEqual([undefined])
    const audit = await pool.app.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(audit.filter(({ action }) => action === 'tie decided').map(({ details }) => JSON.parse(details))).toEqual(
      [first, 'A play-off decides', ''].map((decision) => ({ tournamentId: id, decision })),
    )

    // First the winners stay, then others win.
    await decide(first)
    await reopen()
    await poll()
    await end()
    expect(await readDecision()).toBe(first)
    const { version } = await readBoard()
    const corrections = (await listPicked()).map(toDisqualification)
    expect(await correct({ version, corrections, ended: [] })).toMatchObject({ status: 200 })
    expect(await readDecision()).not.toBe(first)
    await reopen()
    await cancel('Storm')
    expect(await decide(first)).toMatchObject({ code: 'no-tie' })
  })

  it('has true answers, which everybody sees and which decide no place, until it ends without places', async () => {
    await tieFirst()
    const decide = (body: unknown, person = pool.people.power) => post(api.adminDecision(id), body, person)
    const read = async () => tournament.parse(await get(api.tournamentCurrent()))
    expect((await read()).trueAnswers).toBeUndefined()
    const trueAnswers = ['12 under', '1,234']
    expect(await decide({ decision: '', trueAnswers })).toMatchObject({ status: 200, said: { trueAnswers } })
    const places = await end()
    expect(places.map((entry) => entry.places[0])).toEqual([1, 1])
    expect(await read()).toMatchObject({ active: false, decision: '', trueAnswers })

    // A decision alone keeps them; a repeat changes nothing.
    for (const decision of ['Ann wins', 'Ann wins'])
      expect(await decide({ decision })).toMatchObject({ said: { decision, trueAnswers } })
    const corrected = { decision: 'Ann wins', trueAnswers: ['-13', ''] }
    for (const _ of [1, 2]) expect(await decide(corrected)).toMatchObject({ said: corrected })
    expect(await end()).toEqual(places)
    const audit = await pool.app.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(audit.filter(({ action }) => action === 'tie decided').map(({ details }) => JSON.parse(details))).toEqual(
      [{ decision: '', trueAnswers }, { decision: 'Ann wins' }, corrected].map((said) => ({
        tournamentId: id,
        ...said,
      })),
    )

    // Prizes do not go by them, so the message of the result says nothing else.
    await sendResults()
    await expect.poll(() => listReceived(/^Results of/)).toHaveLength(2)
    // Two answers are not one text.
    for (const answers of [['1,234', '567'], ['1', '234,567'], corrected.trueAnswers])
      expect(await decide({ ...corrected, trueAnswers: answers })).toMatchObject({ said: { trueAnswers: answers } })
    for (const wrong of [['about 12', ''], ['-12'], [-12, 3]])
      expect(await decide({ decision: '', trueAnswers: wrong })).toMatchObject({ status: 400 })
    expect(await decide(corrected, pool.people.player)).toMatchObject({ status: 403 })
    const queued = pool.app.database.db.selectFrom('outbox').select('id')
    expect(await queued.where('request_key', 'like', 'results-corrected%').execute()).toEqual([])
    expect(await decide({ ...corrected, decision: 'Bo wins' })).toMatchObject({ status: 200 })
    await expect.poll(() => listReceived(/corrected/)).toHaveLength(2)
    expect((await listReceived(/corrected/))[0]?.text).toMatch(/What was corrected\n+ *Bo wins/)

    // Without a shared first place, there is nothing to say about it, but other places may be shared.
    const { version } = await readBoard()
    await correct({ version, corrections: (await listPicked()).map(toDisqualification), ended: [] })
    expect(await read()).toMatchObject({ trueAnswers: ['-13', ''] })
    expect(await decide({ decision: '', trueAnswers })).toMatchObject({ said: { trueAnswers } })
    await reopen()
    await cancel('Storm')
    expect(await get(api.tournament(id, { players: false, entries: false }))).not.toHaveProperty('trueAnswers')
    expect(await decide({ decision: '', trueAnswers })).toMatchObject({ code: 'no-tie' })
  })

  it('has prizes, of which organisers mark those that were paid out; each player sees their own', async () => {
    await tieFirst()
    const fee = { ...emptyFee, price: '10 GBP', payouts: '1st: 60%\n2nd: 40%' }
    await pool.app.database.db
      .updateTable('tournaments')
      .set({ fee: JSON.stringify(fee) })
      .execute()
    const { player, rival, power } = pool.people
    const list = async (person: Person) => {
      const response = await pool.call(api.prizes(id), person)
      return prizeList.parse(await response.json())
    }
    const mark = (userId: number, changes: object = {}, person = power) =>
      post(api.adminPrizes(id), { userId, entryNumber: 1, prize: 'place', isPaid: true, ...changes }, person)
    expect(await mark(player.userId), 'before the end').toMatchObject({ status: 400 })
    expect(await list(power)).toEqual([])
    await end()
    const won = (person: Person, name: string) => ({
      ...{ userId: person.userId, entryNumber: 1, prize: 'place', title: '1st', name, minor: 1000, paid: null },
    })
    expect(await list(power)).toEqual([won(player, 'The player 1'), won(rival, 'The rival 1')])
    expect(await list(rival)).toEqual([won(rival, 'The rival 1')])

    for (const _ of [1, 2]) expect(await mark(rival.userId)).toMatchObject({ status: 200 })
    const paid = { minor: 1000, currency: 'GBP', at: expect.any(String), by: 'The power' }
    expect(await list(rival)).toEqual([{ ...won(rival, 'The rival 1'), paid }])
    expect(await mark(rival.userId, { prize: 'last' })).toMatchObject({ status: 400 })
    expect(await mark(rival.userId, {}, player)).toMatchObject({ status: 403 })

    await sendResults()
    await expect.poll(() => listReceived(/^Results of/)).toHaveLength(2)
    expect((await listReceived(/^Results of/))[0]?.text).toContain(
      'Who gets what\n 1st  The player 1, £10.00\n 1st  The rival 1, £10.00\nThe pot was £20.00.\n',
    )

    // What was paid stays known when somebody else wins.
    const { version, golfersScores } = await readBoard()
    const picked = await listPicked()
    await correct({ version, corrections: picked.map(toDisqualification), ended: [] })
    await expect.poll(() => listReceived(/corrected$/)).toHaveLength(2)
    const lines = picked.map((espnId) => {
      const golfer = golfersScores.find((row) => row.espnId === espnId)
      return `${golfer?.fullName}: out (DQ). Why: Wrong card`
    })
    const [corrected] = await listReceived(/corrected$/)
    expect(corrected?.text).toContain(`What was corrected\n${lines.join('\n')}\n`)
    expect(await list(rival)).toEqual([{ ...won(rival, 'The rival 1'), title: 'No longer won', minor: 0, paid }])
    for (const _ of [1, 2]) expect(await mark(rival.userId, { isPaid: false })).toMatchObject({ status: 200 })
    expect(await list(rival)).toEqual([])
    const audit = await pool.app.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith('prize'))).toEqual([
      'prize paid',
      'prize payment cleared',
    ])
  })

  it('loses the true answers that decide about prizes when others tie for one; the preview says so', async () => {
    await tieFirst()
    const fee = { ...emptyFee, price: '10 GBP', payouts: '1st: 60%\n2nd: 40%', tiesByAnswers: true }
    await pool.app.database.db
      .updateTable('tournaments')
      .set({ fee: JSON.stringify(fee) })
      .execute()
    const read = async () => tournament.parse(await get(api.tournament(id, { players: false, entries: true })))
    const trueAnswers = ['277', '62']
    await post(api.adminDecision(id), { decision: '', trueAnswers }, pool.people.power)
    await end()
    const [first = '', second = ''] = (await read()).tiebreakers
    const given = {
      kind: 'details-changed',
      by: 'The power',
      details: [{ field: 'trueAnswers', before: '', after: `${first}: 277\n${second}: 62` }],
    }
    expect(await read()).toMatchObject({ trueAnswers, lockedChanges: [given] })

    await sendResults()
    await expect.poll(() => listReceived(/^Results of/)).toHaveLength(2)
    expect((await listReceived(/^Results of/))[0]?.text).toMatch(
      /The prizes of those who tie go by the answers \(277 and 62\)\. T1: The \w+[^.]*\.\n/,
    )

    // Other answers, after everybody has got the result.
    const preview = results.parse(await (await pool.call(api.adminResults(id), pool.people.power)).json())
    expect(preview.told).toEqual({ devices: 0, emails: 2, files: 0, none: 0 })
    const other = { decision: '', trueAnswers: ['278', '62'] }
    for (const _ of [1, 2]) await post(api.adminDecision(id), other, pool.people.power)
    await expect.poll(() => listReceived(/^The result of .* has been corrected$/)).toHaveLength(2)
    expect((await listReceived(/corrected/))[0]?.text).toMatch(
      /What was corrected\n+ *The prizes of those who tie go by the answers \(278 and 62\)\./,
    )
    for (const [index, answers] of [['', ''], trueAnswers].entries()) {
      clock.advance(60_000)
      await post(api.adminDecision(id), { decision: '', trueAnswers: answers }, pool.people.power)
      await expect.poll(() => listReceived(/corrected/)).toHaveLength(4 + 2 * index)
    }

    // Nobody else ties.
    const { version } = await readBoard()
    const harmless = { version, corrections: [], ended: [] }
    expect((await post(api.adminResultCorrectionPreview(id), harmless)).said).toMatchObject({ clearsTies: false })

    const wanted = { version, corrections: (await listPicked()).map(toDisqualification), ended: [] }
    expect((await post(api.adminResultCorrectionPreview(id), wanted)).said).toMatchObject({ clearsTies: true })
    expect(await correct(wanted)).toMatchObject({ status: 200 })
    expect((await read()).trueAnswers).toBeUndefined()
    expect((await read()).lockedChanges?.slice(4)).toMatchObject([
      { by: 'The admin', details: [{ field: 'trueAnswers', before: `${first}: 277\n${second}: 62`, after: '' }] },
    ])
  })

  it('is reopened, corrected and ended again: places, season and those who were sent the result follow', async () => {
    const before = await end()
    expect(await readSeasonPlaces()).toEqual([1])
    await sendResults()
    const { version } = await readBoard()
    expect(await reopen()).toMatchObject({ status: 200, said: { id, active: true } })
    expect(await countResults()).toBe(0)

    // Entries stay locked, even if the clock is set back to before the start.
    clock.advance(-24 * 3_600_000)
    const entries = await createEntryClient(pool)
    expect(await entries.create(pool.people.newcomer, entries.fill(pool.people.newcomer))).toMatchObject({
      status: 409,
    })
    clock.advance(24 * 3_600_000)

    // The feed is not asked, and the scores stay as they were.
    pool.simulator.requests.clear()
    await poll()
    expect(pool.simulator.requests.counts.get('/leaderboard')).toBeUndefined()
    expect(await readBoard()).toMatchObject({ version: version + 1, source: { kind: 'hand' } })
    expect(await end()).toEqual(before)
    expect(await listReceived(/corrected/)).toEqual([])

    await reopen()
    for (const espnId of await listPicked())
      expect(await post(api.adminCorrections(id), toDisqualification(espnId))).toMatchObject({ status: 200 })
    await poll()
    const after = await end()
    expect([before, after].map((places) => places.map((entry) => entry.places[0]))).toEqual([
      [null, 1],
      [null, null],
    ])
    // 0: every entry of the rival is out now.
    expect(await readSeasonPlaces()).toEqual([0])
    await expect.poll(() => listReceived(/^The result of .* has been corrected$/)).toHaveLength(2)
    const [mail] = await listReceived(/corrected/)
    expect(mail?.text).toMatch(
      /has been corrected\.? .*\n\nWhat was corrected\n(?:.+: out \(DQ\)\. Why: Wrong card\n){2}\nYour entries\n/,
    )
    expect(await listReceived(/^Results of/)).toHaveLength(2)
    const state = results.parse(await (await pool.call(api.adminResults(id), pool.people.power)).json())
    expect(state).toMatchObject({ missing: 0, sent: { sent: 2 } })
  })

  it('stays as it was sent when two people without a place are merged', async () => {
    const read = tournament.parse(await get(api.tournament(id, { players: true, entries: true })))
    const picked = new Set(read.entries?.flatMap(({ selections }) => selections.map(({ playerId }) => playerId)))
    for (const { espnId } of read.players?.filter((player) => picked.has(player.id)) ?? [])
      expect(await post(api.adminCorrections(id), toDisqualification(espnId))).toMatchObject({ status: 200 })
    await poll()
    expect((await end()).flatMap(({ places }) => places).every((place) => place === null)).toBe(true)
    await sendResults()
    await expect.poll(() => listReceived(/^Results of/)).toHaveLength(2)
    const { player, rival } = pool.people
    expect(await post(api.adminMergeUsers(), [player.userId, rival.userId])).toMatchObject({ status: 200 })
    // The last email of the merge.
    await expect.poll(() => listReceived(/merged/)).toHaveLength(1)
    await expect.poll(() => countWaitingMessages(pool.app.database.db)).toBe(0)
    expect(await listReceived(/corrected/)).toEqual([])
  })

  it('asks the feed again if the admin wants that', async () => {
    pool.simulator.advanceTo('round-2-middle')
    await end()
    await reopen(true)
    pool.simulator.advanceTo('final')
    clock.advance(interval)
    await poll()
    expect(await readBoard()).toMatchObject({ source: { kind: 'feed' }, event: { completed: true } })
    const cards = () => pool.app.database.db.selectFrom('scorecards').select('profile').orderBy('espn_id').execute()
    const old = await cards()
    await end()
    expect(await cards()).not.toEqual(old)
  })

  it('is not reopened by a power user, after a start before which it was cancelled, beside an active one, or if it was imported', async () => {
    expect(await post(api.adminReopen(id), { asksSource: false }, pool.people.power)).toMatchObject({ status: 403 })
    await end()
    const next = await addNext()
    expect(await reopen()).toMatchObject({ code: 'tournament-active', detail: 'Next Open is active.' })
    await post(api.tournamentEnd(next), [])
    clock.advance(3_600_000)
    expect(await post(api.adminReopen(next), { asksSource: true })).toMatchObject({ code: 'not-started' })
    const old = await importOld()
    expect(await post(api.adminReopen(old), { asksSource: true })).toMatchObject({ code: 'not-correctable' })
    expect(await Promise.all([reopen(), reopen()])).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  it('is corrected in place while another one is active: scores, places, season and messages follow at once', async () => {
    const before = await end()
    await sendResults()
    const next = await addNext()
    const readEtag = async () => (await pool.call(api.leaderboard(id), pool.people.player)).headers.get('etag')
    const [etag, { version }] = [await readEtag(), await readBoard()]
    expect(await readSeasonPlaces()).toEqual([1])
    const wanted = { version, corrections: (await listPicked()).map(toDisqualification), ended: [] }

    const { said: preview } = await post(api.adminResultCorrectionPreview(id), wanted)
    expect(preview).toMatchObject({ version, people: 2, changed: expect.any(Number) })
    expect(resultCorrectionPreview.parse(preview).entries).toContainEqual({
      name: 'The rival 1',
      before: '1',
      after: '--',
    })
    expect([await readEtag(), await readSeasonPlaces()]).toEqual([etag, [1]])
    expect(await listReceived(/corrected/)).toEqual([])

    // Another admin has the same idea at the same time, and the browser repeats its request.
    const answers = await Promise.all([correct(wanted), correct(wanted), correct(wanted)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const after = finalPlaces.parse(answers[0]?.said)
    expect([before, after].map((places) => places.map((entry) => entry.places[0]))).toEqual([
      [null, 1],
      [null, null],
    ])
    expect(await correct({ ...wanted, corrections: wanted.corrections.slice(1) })).toEqual(answers[0])
    expect(await readPayday(), 'who gets what').toEqual(inOrder(after))
    const board = await readBoard()
    expect(board.version).toBe(version + 1)
    expect(await readEtag()).not.toBe(etag)
    expect(board.golfersScores.find(({ espnId }) => espnId === wanted.corrections[0]?.espnId)).toMatchObject({
      position: 'DQ',
      correction: { reason: 'Wrong card', by: 'The admin' },
    })
    expect(await readSeasonPlaces()).toEqual([0])
    await expect.poll(() => listReceived(/^The result of .* has been corrected$/)).toHaveLength(2)
    expect(await get(api.tournamentCurrent())).toMatchObject({ id: next, active: true })
    const audit = pool.app.database.db.selectFrom('audit_log').select('action').orderBy('id')
    expect((await audit.execute()).map(({ action }) => action).slice(-3)).toEqual([
      'score corrected',
      'score corrected',
      'result corrected',
    ])

    // The result has changed since the organiser saw it.
    const [espnId = ''] = await listPicked()
    const own = { ...toDisqualification(espnId), status: 'WD' as const }
    expect(await correct({ version, corrections: [own], ended: [] })).toMatchObject({
      code: 'correction-changed',
      detail: expect.stringMatching(/now has out \(DQ\) \(Wrong card\) by The admin\. Yours: out \(WD\)/),
    })
    const ids = (await listActiveScoreCorrections(pool.app.database.db, id)).map((correction) => correction.id)
    expect(await correct({ version, corrections: [], ended: ids })).toMatchObject({
      code: 'correction-changed',
      detail: 'The result has been corrected. Look at the places again.',
    })
    expect((await correct({ version: version + 1, corrections: [], ended: ids })).said).toEqual(before)
    expect((await readBoard()).golfersScores.every(({ correction }) => correction === null)).toBe(true)
  })

  it('is not corrected in place if it is active, was imported or has no places', async () => {
    const wanted = { version: 1, corrections: [toDisqualification('1')], ended: [] }
    expect(await correct(wanted)).toMatchObject({ code: 'not-correctable' })
    await cancel('Storm')
    expect(await correct(wanted)).toMatchObject({ code: 'not-correctable', detail: expect.stringMatching(/Reopen it/) })
    id = await importOld()
    expect(await correct(wanted)).toMatchObject({ code: 'not-correctable', detail: 'It has no scores.' })
  })

  it('that the organisers have ended without places says why, and counts nowhere until it has some', async () => {
    const reason = 'Abandoned after 36 holes'
    expect(await cancel(reason)).toMatchObject({ status: 200, said: { id, active: false, cancelledReason: reason } })
    expect(await cancel('Another')).toMatchObject({ said: { cancelledReason: reason } })
    expect(await countResults()).toBe(0)
    await pool.app.poolEvents.check()
    expect(await sendResults()).toMatchObject({ code: 'no-results' })
    // Both players hear of it, once.
    await expect.poll(() => listReceived(/^Cancelled: /)).toHaveLength(2)
    expect((await listReceived(/^Cancelled: /))[0]?.text).toContain(`It ended without places: ${reason}`)

    await reopen(true)
    const places = await end()
    expect(places).toHaveLength(2)
    expect(await get(api.tournament(id, { players: false, entries: false }))).not.toHaveProperty('cancelledReason')
    expect(await cancel(reason)).toMatchObject({ code: 'tournament-ended' })
    await pool.app.poolEvents.check()
    const announced = await pool.app.database.db
      .selectFrom('pool_events')
      .selectAll()
      .where('event_key', '=', 'results')
      .execute()
    expect(announced).toMatchObject([{ is_announced: 1 }])

    // Those who were sent the result hear that there is none any more.
    await sendResults()
    await reopen(true)
    clock.advance(1)
    await cancel(reason)
    await expect.poll(() => listReceived(/^Cancelled: /)).toHaveLength(4)
  })
})
