import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import {
  addAuditEntry,
  addUserWithIdentity,
  blockUser,
  bumpTournamentVersion,
  demoTiebreakers,
  saveNightlyBackup,
} from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { standingAt } from '#domain/standings/standings.ts'
import { chooseTournamentAction, openAdminSection, openTournamentMenu } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { toPlainText } from '../support/e2e-board.ts'
import type { TestInstance, TestInstanceOptions } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { readEmailFiles } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startWithdrawingFeed } from '../support/withdrawing-feed.ts'

/** Browsers log refused requests to the console. */
const refusals = { expect: [/status of (4|5)\d\d/, /ERR_/] }

const early: TestInstanceOptions = { startAt: 'scheduled', startsInMs: 60 * 60_000 }

const act = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const section = (page: Page, name: RegExp): Locator => page.getByRole('region', { name })
const users = (page: Page): Locator => page.getByRole('table', { name: 'Users', exact: true })
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)

async function openAdmin(page: Page): Promise<void> {
  await page.goto('/admin')
  await users(page).waitFor()
}

/** Waits for a banner with these texts. */
async function expectBanner(page: Page, ...texts: string[]): Promise<void> {
  const banner = page.getByRole('status').filter({ has: act(page, 'Dismiss') })
  for (const text of texts) await banner.getByText(text, { exact: true }).waitFor()
}

async function readRow(row: Locator): Promise<string[]> {
  await row.waitFor()
  return (await row.locator('th, td').allTextContents()).map(toPlainText)
}

async function addPeople(instance: TestInstance, names: readonly string[]): Promise<void> {
  const now = new Date()
  for (const [index, name] of names.entries()) {
    const profile = { name, email: `late.${index}@example.com`, emailVerified: true, asOf: now }
    const identity = { issuer: 'https://elsewhere.example', subject: `late-${index}` }
    await addUserWithIdentity(instance.app.database.db, identity, profile, now)
  }
}

function rename(instance: TestInstance, name: string) {
  const { db } = instance.app.database
  return db.updateTable('tournaments').set({ name }).where('id', '=', instance.tournamentId).execute()
}

describe('one thing to do next', () => {
  it('stands above the tables and leads there, on a page of two screens', async ({ open, openPage }) => {
    const sink = await startSmtpSink()
    onTestFinished(() => sink.close())
    const instance = await open({ ...early, mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' } })
    const { name } = instance.simulator
    await addPeople(
      instance,
      Array.from({ length: 45 }, (_, index) => `Late Number ${index}`),
    )
    const { page } = await openPage(instance, { as: 'admin', viewport: { width: 1440, height: 900 } })
    await page.route('**/api/tournament/all', async (route) => {
      const [active] = await (await route.fetch()).json()
      const past = [51, 52, 53].map((id) => ({ ...active, id, name: `Open ${id}`, start: '2025-06-01', active: false }))
      await route.fulfill({ json: [active, ...past] })
    })
    await openAdmin(page)
    const inviting = page.getByRole('region', { name: `Invite people to ${name}` })
    await inviting.getByText(/^Picks close at the start: /).waitFor()
    await page.getByRole('heading', { name: 'Tournaments 4' }).waitFor()
    await page.getByRole('heading', { name: 'Users 50' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800)
    expect(await page.getByRole('button', { name: 'New link' }).count()).toBe(0)
    await inviting.getByRole('button', { name: 'Make a link' }).click()
    expect(await isFocused(act(page, 'Invitations 0'))).toBe(true)
    await page.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('button', { name: 'Create the link' }).click()

    const reminding = page.getByRole('region', { name: `Remind people of ${name}` })
    await reminding.getByText(/ 45 people have not entered\.$/).waitFor()
    // It covers half a row.
    await act(page, 'Dismiss').click()
    expect(await findAxeViolations(page)).toEqual([])
    await reminding.getByRole('button', { name: 'Show who has not entered' }).click()
    await section(page, /^Not entered yet/)
      .getByRole('row', { name: 'Late Number 7' })
      .waitFor()
    expect(await isFocused(act(page, 'Not entered yet 46'))).toBe(true)
  })
})

describe('the tournaments', () => {
  it('are listed with start, state and actions; a new one has to wait until the active one has ended', async ({
    open,
    openPage,
  }) => {
    const instance = await open()
    await instance.startNextTournament()
    const { page } = await openPage(instance, { as: 'power' })
    await openAdmin(page)
    const table = page.getByRole('table', { name: 'Tournaments', exact: true })
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Start',
      'Status',
      'Email List',
      'Actions',
    ])
    const next = await readRow(table.getByRole('row').filter({ hasText: 'The next one' }))
    expect(next[1]).toMatch(/^\w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M E[SD]T$/)
    expect([next[2], next[3]]).toEqual(['Active', 'Email List for The next one'])
    await openTournamentMenu(page, 'The next one')
    await page.getByRole('button', { name: 'Message to players of The next one' }).waitFor()
    expect(await act(page, 'Standings as CSV for The next one').count()).toBe(0)
    await page.keyboard.press('Escape')
    const { name } = instance.simulator
    const past = table.getByRole('row').filter({ hasText: name })
    expect((await readRow(past))[2]).toBe('Inactive')
    expect((await past.getByRole('button').allTextContents()).map(toPlainText)).toEqual([
      `Email List for ${name}`,
      `More about ${name}…`,
    ])
    await openTournamentMenu(page, name)
    expect(await page.locator(':popover-open').getByRole('button').allTextContents()).toEqual([
      `Message to players of ${name}`,
      `Standings as CSV for ${name}`,
      `Send results of ${name}`,
      `Decide ties of ${name}`,
      `Hide the Hat of ${name}`,
    ])
    await past.getByRole('button', { name: 'Decide ties' }).click()
    const ties = page.getByRole('dialog', { name: `Ties of ${name}` })
    const [first, second] = demoTiebreakers
    const yes = ties.getByRole('button', { name: 'Yes' })
    await ties.getByLabel(first).fill('about -12')
    await ties.getByText('Enter a number or nothing.').waitFor()
    expect(await yes.isDisabled()).toBe(true)
    await ties.getByLabel(first).fill('12 under')
    await ties.getByLabel(second).fill('60')
    // The entry that is ahead is proposed, and stands beside each shared place.
    const line = /by the (first|second) answer \(.+\): .+ (is exact|off), .+ off\.$/
    const proposal = await ties.getByLabel('Who wins').inputValue()
    expect(proposal).toMatch(line)
    const places = ties.getByRole('table', { name: 'Final places' })
    expect(await places.getByText(proposal.replace(/^.* is (?=1st)/, ''), { exact: true }).count()).toBeGreaterThan(0)
    expect(await findAxeViolations(page), 'the ties').toEqual([])
    await ties.getByLabel('Who wins').fill('The closer answer wins')
    await yes.click()
    await expectBanner(page, 'What decides the ties was saved.')
    expect(await past.getByRole('link').getAttribute('href')).toBe(`/pool/${instance.tournamentId}`)
    const edit = page.getByRole('link', { name: 'Edit The next one' })
    expect(await edit.getAttribute('href')).toMatch(/^\/tournament\/edit\/\d+$/)
    expect(await act(page, 'New').isDisabled()).toBe(true)
    await page.getByText('Available once The next one has ended.').waitFor()

    // Everybody sees what decides a tie, in the details of those who share the place.
    const { page: player } = await openPage(instance, { as: 'player' })
    await player.goto(`/pool/${instance.tournamentId}`)
    const shared = player.getByRole('row').filter({ hasText: 'T1' }).first()
    await shared.getByRole('button', { name: /, details of / }).click()
    const entry = player.getByRole('dialog')
    await entry.getByText(line).waitFor()
    await entry.getByText(/^.+ (is exact|off)\. The true answer is 12 under\.$/).waitFor()
    expect(await findAxeViolations(player), 'the entry').toEqual([])
  })

  it('have standings to download, and email lists to copy, to select where copying is blocked, and to send to in Bcc', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared({ rivals: 1 })
    const { context, page } = await openPage(instance, { as: 'power', ...refusals })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await openAdmin(page)
    // Power users have a plain list of the users, without the admins' actions. Nobody is reminded after the start.
    const headers = await users(page).getByRole('columnheader').allTextContents()
    expect(headers).toEqual(['Name', 'Email', 'Real'])
    expect(await users(page).getByRole('link').count()).toBe(0)
    for (const name of ['All Users Email List', 'Merge', 'Clear Server Cache', 'Send Audit Email']) {
      expect(await act(page, name).count()).toBe(0)
    }
    expect(await page.getByRole('heading', { name: 'Advanced' }).count()).toBe(0)
    expect(await section(page, /^Not entered yet/).count()).toBe(0)
    expect(await section(page, /^Withdrawn golfers/).count()).toBe(0)
    expect(asked.filter((address) => address.includes('auditLog'))).toEqual([])

    const { name } = instance.simulator
    const download = page.waitForEvent('download')
    await chooseTournamentAction(page, name, 'Standings as CSV')
    expect(await page.locator(':popover-open').count()).toBe(0)
    expect((await download).suggestedFilename()).toBe(`${name} standings.csv`)
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('The player')
    await page.route('**/standings.csv', (route) => route.fulfill({ status: 503, body: '' }))
    await chooseTournamentAction(page, name, 'Standings as CSV')
    await expectBanner(page, `The standings of ${name} could not be downloaded.`)

    const button = act(page, `Email List for ${name}`)
    await button.click()
    const dialog = page.getByRole('dialog', { name: `Email List for ${name}` })
    const field = dialog.getByLabel('2 addresses')
    const addresses = await field.inputValue()
    expect(addresses.split(', ').toSorted()).toEqual(['player1@example.com', 'player@example.com'].toSorted())
    await act(page, 'Copy 2 addresses').click()
    await dialog.getByText('Copied.', { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addresses)
    const mail = dialog.getByRole('link', { name: 'Email everyone' })
    expect(await mail.getAttribute('href')).toBe(`mailto:?bcc=${addresses.replace(', ', ',')}`)
    expect(await findAxeViolations(page)).toEqual([])
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await act(page, 'Copy 2 addresses').click()
    await dialog.getByText('Your browser blocked copying.').waitFor()
    expect(
      await field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
    ).toBe(addresses)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await eventually(() => isFocused(button)).toBe(true)

    await page.route('**/tournamentUsers/*', (route) => route.fulfill({ status: 503, body: '' }))
    await button.click()
    await expectBanner(page, 'There was an error getting emails.')
  })
})

describe('ending a tournament', () => {
  it('shows the final places before it asks for confirmation, and stores them in the results', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ startAt: 'final', rivals: 6 })
    const name = 'The <b>Open</b> & "Co"'
    await rename(instance, name)
    const { standings } = await instance.now()
    const { page } = await openPage(instance, { as: 'power' })
    await openAdmin(page)
    const button = act(page, `End ${name}`)
    const dialog = page.getByRole('dialog', { name: `End ${name}` })
    const next = page.getByRole('region', { name: `End ${name}` })
    await next.getByRole('button', { name: 'Check the final places' }).click()
    await dialog.getByRole('button', { name: 'No' }).click()
    await button.click()
    await dialog.getByText('Are you sure the tournament has concluded?', { exact: true }).waitFor()
    expect(await dialog.getByText('The event is not over.').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Show all 21 places' }).click()
    const rows = dialog.getByRole('table', { name: 'Final places' }).locator('tbody tr')
    const shown = (await rows.evaluateAll((all) => all.map((row) => row.textContent ?? ''))).map(toPlainText)
    expect(shown).toEqual(
      Array.from({ length: standings.size }, (_, line) => {
        const { position, displayName, toPar, isDisqualified } = standingAt(standings, line)
        return `${position}${isDisqualified ? ' disqualified' : ''}${displayName}${toPar}`
      }),
    )
    await dialog.getByRole('button', { name: 'No' }).click()
    await eventually(() => isFocused(button)).toBe(true)

    await button.click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expectBanner(page, `${name} was ended.`)
    await page.getByRole('link', { name: 'New', exact: true }).waitFor()
    await eventually(() => isFocused(page.getByRole('heading', { name: 'Tournaments 1' }))).toBe(true)
    await next.waitFor({ state: 'hidden' })
    expect(await button.count()).toBe(0)
    await page.goto('/results/1')
    await page.getByRole('row').filter({ hasText: name }).waitFor()

    // An organiser can hide the Hat even now.
    const line = page.getByText(/^The Hat would be /)
    await page.goto('/pool')
    await line.waitFor()
    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    await act(page, 'The Hat').click()
    const hat = page.getByRole('dialog', { name: 'The Hat' })
    await hat
      .getByText(/^The Hat is no entry.* (Nobody beats|1 of 7 people beats|\d of 7 people beat) the Hat\.$/)
      .waitFor()
    expect(await hat.getByRole('row').count()).toBe(5)
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('/')
    await page.getByText(/ beats? the Hat\.$/).waitFor()
    await openAdmin(page)
    await page.getByRole('link', { name: 'New', exact: true }).waitFor()
    await act(page, `More about ${name}`).click()
    await act(page, `Hide the Hat of ${name}`).click()
    await expectBanner(page, `The Hat of ${name} is hidden.`)
    await page.goto('/pool')
    await page.getByRole('table', { name: 'Pool standings' }).waitFor()
    expect(await line.count()).toBe(0)
  })

  it('warns while the event is not over; a failure changes nothing and can be retried', async ({ open, openPage }) => {
    const instance = await open()
    const { page } = await openPage(instance, { as: 'power', ...refusals })
    await openAdmin(page)
    const { name } = instance.simulator
    await page.route('**/api/tournament/end/*', (route) => route.abort(), { times: 1 })
    for (const outcome of [`There was an error ending the ${name}.`, `${name} was ended.`]) {
      await act(page, `End ${name}`).click()
      await page.getByText('The event is not over.', { exact: true }).waitFor()
      if (outcome.includes('was ended')) expect(await findAxeViolations(page)).toEqual([])
      await act(page, 'Yes').click()
      await expectBanner(page, outcome)
    }
    await act(page, 'Dismiss').click()
    await page.getByText(`${name} was ended.`).waitFor({ state: 'detached' })
  })
})

describe('people who have not entered', () => {
  it('are reminded one by one or all at once but for the organiser themselves, each once a day', async ({
    open,
    openPage,
  }) => {
    const instance = await open(early)
    await addPeople(instance, ['Late Ann', 'Late Ben', 'Late Cid'])
    const { page } = await openPage(instance, { as: 'power' })
    await openAdmin(page)
    await openAdminSection(page, 'Not entered yet')
    const late = section(page, /^Not entered yet 4$/)
    const ann = late.getByRole('row').filter({ hasText: 'Late Ann' })
    // No mail server is set up here: nothing claims that an email was sent.
    await page.getByText(/^Emails are not sent: they become files/).waitFor()
    await ann.getByText('Not reminded yet').waitFor()
    await act(page, 'To a file Late Ann').click()
    await expectBanner(page, 'Nobody was notified.', '1 email became a file, because no mail server is set up.')
    await ann.getByText(/^Not sent: the email became a file/).waitFor()
    expect(await act(page, 'To a file Late Ann').isDisabled()).toBe(true)
    expect(await findAxeViolations(page)).toEqual([])
    await act(page, 'Write 2 emails to files').click()
    await page.getByText('2 people who haven’t entered').waitFor()
    await page.getByText(/It reaches nobody\. 2 people get nothing/).waitFor()
    await act(page, 'Yes').click()
    await expectBanner(page, 'Nobody was notified.', '2 emails became files, because no mail server is set up.')
    await late.getByText('Today: 3 not sent, only written to files.').waitFor()
    expect(await act(page, 'Nobody else can be reminded today').isDisabled()).toBe(true)
    const emails = await readEmailFiles(instance.app.config.dataFolder)
    expect(emails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'late.0@example.com',
      'late.1@example.com',
      'late.2@example.com',
    ])

    await chooseTournamentAction(page, instance.simulator.name, 'Message')
    await page.getByRole('radio', { name: 'Those who have not entered 4' }).waitFor()
    await page.keyboard.press('Escape')
    await chooseTournamentAction(page, instance.simulator.name, 'Entrants')
    await act(page, 'Remove for The player').click()
    await page.getByText(/You can undo this until the start; from then on it never counts\.$/).waitFor()
    await page.getByLabel(/^Why\?/).fill('Entered twice')
    await act(page, 'Remove').click()
    await act(page, 'Undo for The player').waitFor()
    await page.keyboard.press('Escape')
    await expectBanner(
      page,
      'The entry of The player was changed.',
      '1 email became a file, because no mail server is set up.',
    )
  })
})

describe('withdrawn golfers', () => {
  it('are announced to the players who picked them, whose names the organiser does not see', async ({
    open,
    openPage,
  }) => {
    const feed = await startWithdrawingFeed()
    try {
      const instance = await open({ ...early, feedUrl: feed.url, rivals: 4 })
      const { db } = instance.app.database
      const picked = await db
        .selectFrom('selections')
        .innerJoin('players', 'players.id', 'selections.player_id')
        .select(['players.espn_id', 'players.name'])
        .executeTakeFirstOrThrow()
      feed.withdraw(picked.espn_id, 'WD')
      const joined = await db
        .selectFrom('players')
        .select(['id', 'name', 'tier'])
        .where('id', 'not in', db.selectFrom('selections').select('player_id'))
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await db.deleteFrom('players').where('id', '=', joined.id).execute()
      const { page: player } = await openPage(instance, { as: 'newcomer' })
      await player.clock.install()
      await player.goto('/entry/new')
      const pick = player.getByLabel(`Tier ${'ABCD'[joined.tier]}`, { exact: true }).first()
      await pick.click()
      await player.keyboard.type(joined.name)
      await player.getByText(/^No one in tier/).waitFor()
      const { page } = await openPage(instance, { as: 'power', ...refusals })
      await openAdmin(page)

      // Somebody else has changed the tournament: it is loaded again, and can be added to.
      const newcomers = page.getByText(`New in the field: 1 (${joined.name} for tier ${'ABCD'[joined.tier]})`)
      await newcomers.waitFor()
      await page.waitForLoadState('networkidle')
      await rename(instance, 'The Changed Open')
      await bumpTournamentVersion(db, instance.tournamentId)
      await act(page, 'Add to this tier').press('Enter')
      await expectBanner(
        page,
        'The golfers could not be added.',
        'The tournament has been changed since it was opened.',
      )
      await page.getByRole('link', { name: 'The Changed Open' }).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await findAxeViolations(page)).toEqual([])
      await act(page, 'Add to this tier').press('Enter')
      await expectBanner(page, 'The golfers were added to the tiers.')
      expect(await isFocused(page.getByRole('heading', { name: 'Admin' }))).toBe(true)
      await newcomers.waitFor({ state: 'hidden' })
      // The open form of a player offers them within a minute.
      await player.clock.fastForward('01:05')
      await player.getByRole('option', { name: joined.name }).waitFor()

      await openAdminSection(page, 'Withdrawn golfers')
      const gone = section(page, /^Withdrawn golfers 1$/)
      const [name, tier, status] = await readRow(gone.getByRole('row').filter({ hasText: picked.name }))
      expect([name, status]).toEqual([picked.name, 'WD'])
      expect(tier).toMatch(/^[A-D]$/)
      await openAdminSection(page, 'Chat posts')
      await page.locator('summary').first().click()
      expect(await findAxeViolations(page)).toEqual([])
      await act(page, 'Notify players').click()
      const asked = page.getByRole('dialog').filter({ hasText: 'A golfer you picked will not play: The Changed Open' })
      await asked
        .getByText(/ they become files, .* People get messages on their devices only\.\s+This can’t be undone\.$/)
        .waitFor()
      expect(await asked.getByText('by email or on their devices').count()).toBe(0)
      await act(page, 'Yes').click()
      await page.getByText('Everyone who picked one of these golfers and has a device is being notified.').waitFor()
      await act(page, 'All players notified').waitFor()
      expect(await gone.textContent()).not.toContain('The player')
      expect((await readRow(gone.getByRole('row').filter({ hasText: picked.name })))[4]).toBe('0')
    } finally {
      await feed.close()
    }
  })

  it('cannot be checked while the feed is down, and empty lists are shown as such', async ({ open, openPage }) => {
    const instance = await open(early)
    instance.simulator.faults.set('stopped')
    const { page } = await openPage(instance, { as: 'power' })
    await page.route('**/api/admin/reminders/*', (route) =>
      route.fulfill({ json: { people: [], message: { subject: '', text: '' } } }),
    )
    const fault = { text: 'The sports feed refuses the requests.', since: '2026-06-04T16:10:00.000Z' }
    await page.route('**/api/admin/feed', (route) =>
      route.fulfill({ json: { host: 'feed.example.org', number: 2, since: fault.since, fault } }),
    )
    await openAdmin(page)
    await page.getByText(/^No new scores since .* The sports feed refuses the requests\.$/).waitFor()
    await page.locator(`a[href="/admin/tournaments/${instance.tournamentId}/scores"]`).first().waitFor()
    await page.getByText(/ · Scores: feed\.example\.org, address 2 of the feed since /).waitFor()
    await openAdminSection(page, 'Not entered yet')
    await page.getByText('Everyone has entered.', { exact: true }).waitFor()
    await openAdminSection(page, 'Withdrawn golfers')
    await page.getByText(/^This can’t be checked right now: /).waitFor()
    instance.simulator.faults.set(null)
    await act(page, 'Try again').click()
    await page.getByText('All listed golfers are in the field.', { exact: true }).waitFor()
  })
})

describe('the users', () => {
  it('link to their results for admins, are searched while typing, marked if blocked, and shown in pages', async ({
    open,
    openPage,
  }) => {
    const instance = await open()
    await blockUser(instance.app.database.db, (await instance.account('player')).userId, new Date())
    await addPeople(
      instance,
      Array.from({ length: 160 }, (_, index) => `Late Number ${index}`),
    )
    const made_at = '2026-04-09T08:12:00.000Z'
    await saveNightlyBackup(instance.app.database.db, {
      file: '',
      made_at,
      bytes: 21_400,
      users: 60,
      failure: 'no space left',
    })
    const { page } = await openPage(instance, { as: 'admin' })
    await openAdmin(page)
    await page.getByRole('heading', { name: 'Users 165' }).waitFor()
    await page
      .getByText(/^Player Pool \d+\.\d+\.\d+ · Scores: \S+ · Last nightly backup: .*, 22 KB, 60 users$/)
      .waitFor()
    await page.getByText('The nightly backup cannot be written: no space left').waitFor()
    const rows = users(page).locator('tbody tr')
    expect(await rows.count()).toBe(10)
    await act(page, 'Show 100 more').click()
    expect(await rows.count()).toBe(110)
    await act(page, 'Show 55 more').click()
    expect(await rows.count()).toBe(165)
    await page.getByRole('searchbox').fill('number 15')
    await page.getByText('11 of 165').waitFor()
    expect(await rows.count()).toBe(11)
    await page.getByRole('searchbox').fill('player@exam')
    await eventually(() => rows.count()).toBe(1)
    // The menu has its items once it has been opened.
    await rows.first().getByRole('button', { name: 'More about The player' }).click()
    await rows.first().getByRole('button', { name: 'Delete' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await readRow(rows.first())).toEqual([
      'Select The player, player@example.com',
      'The player Blocked',
      'player@example.com',
      'Real: Yes',
      'More about The player…Link for a new passwordUnblockDelete',
    ])
    await users(page).getByRole('link', { name: 'The player' }).click()
    await page.waitForURL('**/results/1')
    await page.setViewportSize({ width: 390, height: 844 })
    // On a phone, too, the two tables are open. The other sections open at their titles, and stay open during the visit.
    await page.goto('/admin')
    await rows.first().waitFor()
    const chats = page.getByText('No chat has been added yet.')
    await page.getByRole('heading', { name: 'Chat posts 0' }).waitFor()
    expect(await chats.count()).toBe(0)
    await page.getByRole('heading', { name: 'Chat posts 0' }).click()
    await chats.waitFor()
    await page.getByRole('link', { name: 'Results' }).click()
    await page.getByRole('link', { name: 'Admin' }).click()
    await chats.waitFor()
  })
})

it('an admin makes another one after confirming with their password, and goes on where they were', async ({
  open,
  openPage,
}) => {
  const instance = await open()
  const { email, password } = await instance.account('admin')
  await instance.account('newcomer')
  const { page } = await openPage(instance, { as: 'admin', ...refusals })
  await openAdmin(page)
  // With a token of the session, not one that the test has made.
  await page.evaluate(() => sessionStorage.clear())
  await openAdmin(page)
  const row = users(page).getByRole('row').filter({ hasText: 'The newcomer' })
  await row.getByRole('button', { name: 'More about The newcomer' }).click()
  await page.getByRole('button', { name: 'Make an admin' }).click()
  const question = page.getByRole('dialog', { name: 'Make an admin' })
  // No mail server is set up here.
  const news = 'Admins are told on their devices only, because no mail server is set up.'
  await question.getByText(news).waitFor()
  await question.getByRole('button', { name: 'Yes' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByText('You then have five minutes to make The newcomer an admin.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await confirmation.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expectBanner(page, `They are an admin now. ${news}`)
  expect(new URL(page.url()).search).toBe('')
  await row.getByText('Admin', { exact: true }).waitFor()
  await openAdminSection(page, 'Advanced')
  await page.getByText('made The newcomer (newcomer@example.com) an admin').waitFor()
})

describe('merging users', () => {
  it('confirms with both addresses and shows what would move, then makes one user of two', async ({
    open,
    openPage,
  }) => {
    const instance = await open()
    await instance.account('newcomer')
    const { page } = await openPage(instance, { as: 'admin' })
    await openAdmin(page)
    expect(await act(page, 'Merge').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Select The newcomer' }).check()
    expect(await act(page, 'Merge').isDisabled()).toBe(true)
    await page.getByText('Select at least two users.').waitFor()
    await page.getByRole('checkbox', { name: 'Select The player' }).check()
    const newcomer = users(page).getByRole('row').filter({ hasText: 'The newcomer' })
    const player = users(page).getByRole('row').filter({ hasText: 'The player' })
    const readNames = async () => [(await readRow(newcomer))[1], (await readRow(player))[1]]
    expect(await readNames()).toEqual(['The newcomer Target', 'The player Will be merged'])
    // Who is selected keeps their menu.
    await newcomer.getByRole('button', { name: 'More about The newcomer' }).waitFor()
    // At the bottom of the window, it covers a part of some row.
    await page.getByLabel('Target', { exact: true }).evaluate((field) => {
      const bar = field.closest<HTMLElement>('[class*="merge-bar"]')
      if (bar) bar.style.position = 'static'
    })
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Target', { exact: true }).selectOption({ label: 'The player (player@example.com)' })
    expect(await readNames()).toEqual(['The newcomer Will be merged', 'The player Target'])
    await act(page, 'Merge').click()
    const dialog = page.getByRole('dialog', { name: 'Merge users' })
    const question = 'Are you sure you want to merge newcomer@example.com into player@example.com?'
    await dialog.getByText(question, { exact: true }).waitFor()
    await dialog.getByText('1 way to sign in').waitFor()
    await dialog.getByText('0 entries').waitFor()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expectBanner(page, 'Users were merged.')
    await eventually(() => newcomer.count()).toBe(0)
    await act(page, 'Merge').waitFor({ state: 'detached' })
    await openAdminSection(page, 'Advanced')
    await page.getByText('merged The newcomer (newcomer@example.com) into The player').waitFor()
  })

  it('of two who have entered says which entry stays by rule, and offers no choice', async ({ open, openPage }) => {
    const instance = await open({ rivals: 1 })
    const { db } = instance.app.database
    const rival = await db.selectFrom('users').select(['id', 'name']).where('email', 'like', 'player1@%').execute()
    const [{ id, name } = { id: 0, name: '' }] = rival
    // Before the player's.
    await db.updateTable('entries').set({ changed_at: '2020-01-01T00:00:00.000Z' }).where('user_id', '=', id).execute()
    const { page } = await openPage(instance, { as: 'admin' })
    await openAdmin(page)
    for (const who of ['The player', name]) await page.getByRole('checkbox', { name: `Select ${who}` }).check()
    await act(page, 'Merge').click()
    const dialog = page.getByRole('dialog', { name: 'Merge users' })
    await dialog
      .getByText(/, the entry of The player.* stays, because it was saved last\. 1 other is withdrawn/)
      .waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expectBanner(page, 'Users were merged.')
    const { lockedChanges } = await instance.read(
      api.tournament(instance.tournamentId, { players: false, entries: true }),
      tournament,
    )
    expect(lockedChanges).toMatchObject([{ kind: 'entry-merged', by: 'The admin', entry: { name } }])
  })

  it('is refused while they share a tournament, picks are secret or one has a role, with advice', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ rivals: 1, startsInMs: 3_600_000 })
    await instance.account('power')
    const { page } = await openPage(instance, { as: 'admin', ...refusals })
    await openAdmin(page)
    for (const name of ['Select The player', 'Select The power', 'Select J.D.'])
      await page.getByRole('checkbox', { name }).check()
    await act(page, 'Merge').click()
    const dialog = page.getByRole('dialog', { name: 'Merge users' })
    await dialog.getByText('Admins and power users can’t be merged.').waitFor()
    await dialog.getByText(`Merging now would reveal picks in ${instance.simulator.name}.`).waitFor()
    expect(await dialog.getByRole('button', { name: 'Yes' }).count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.route('**/mergeUsers/preview', (route) => route.fulfill({ status: 500, body: '' }))
    await act(page, 'Merge').click()
    await expectBanner(page, 'There was an error merging users.')
    await page.getByText('3 selected.').waitFor()
    await act(page, 'Clear').click()
    await act(page, 'Merge').waitFor({ state: 'detached' })
    const heading = page.getByRole('heading', { name: /^Users/ })
    await eventually(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('the advanced section', () => {
  it('lists actions in words, sends the audit email after a confirmation, and clears the cache once for a double click', async ({
    open,
    openPage,
  }) => {
    const instance = await open()
    const { db } = instance.app.database
    const { userId } = await instance.account('power')
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 18, 11, minute))
    for (let minute = 0; minute < 55; minute += 1) {
      const details = { tournamentId: instance.tournamentId, entryId: minute + 1, version: 2 }
      await addAuditEntry(db, { userId, action: 'entry changed', details }, at(minute))
    }
    await addAuditEntry(db, { userId: null, action: 'ball washed', details: { hole: 7 } }, at(59))
    const { page } = await openPage(instance, { as: 'admin', ...refusals })
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/clearCache')) calls += 1
    })
    await openAdmin(page)
    await openAdminSection(page, 'Advanced')
    const lines = section(page, /^Audit log$/).getByRole('listitem')
    await eventually(() => lines.count()).toBe(50)
    expect(toPlainText((await lines.first().locator('summary').textContent()) ?? '')).toBe(
      'Jun 18, 2026, 7:59 AM The operator performed: ball washed',
    )
    await lines.first().locator('summary').click()
    expect(await lines.first().locator('dl').textContent()).toBe('Hole7')
    expect(toPlainText((await lines.nth(1).locator('summary').textContent()) ?? '')).toBe(
      `Jun 18, 2026, 7:54 AM The power changed an entry in ${instance.simulator.name}`,
    )
    await act(page, 'Show older').click()
    await eventually(() => lines.count()).toBe(56)
    expect(await act(page, 'Show older').count()).toBe(0)

    await act(page, 'All Users Email List').click()
    const dialog = page.getByRole('dialog', { name: 'All Users Email List' })
    expect(await dialog.getByLabel('6 addresses').inputValue()).toContain('admin@example.com')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    for (const outcome of ['Audit email was not sent.', 'There was an error sending the audit email.']) {
      await act(page, 'Send Audit Email').click()
      await page.getByText('Are you sure you want to send the audit email?', { exact: true }).waitFor()
      await act(page, 'Yes').click()
      await expectBanner(page, outcome)
      await page.route('**/sendAuditEmail', (route) => route.fulfill({ status: 500, body: '' }))
    }
    await eventually(async () =>
      (await readEmailFiles(instance.app.config.dataFolder)).flatMap(({ recipients }) => recipients),
    ).toEqual(['admin@example.com'])

    await page.getByText('Import results of earlier years', { exact: true }).click()
    const csv = 'Tournament,Start,Name,Email,Entry 1,Entry 2,Entry 3\nOld Open,2019-04-11,Pat,pat@example.com,2,T5,--'
    const choose = (text: string) =>
      page.getByLabel('CSV file').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose(csv.replace('T5', 'fifth'))
    await act(page, 'Preview').click()
    await page.getByText('line 2, Entry 2: "fifth" is not a place such as 1, T3, -- or DQ', { exact: true }).waitFor()
    expect(await act(page, 'Import').count()).toBe(0)
    await choose(csv)
    await act(page, 'Preview').click()
    await page.getByText('Would be imported: 1. Already present: 0.', { exact: true }).waitFor()
    expect(await findAxeViolations(page), 'the import').toEqual([])
    await act(page, 'Import').click()
    await expectBanner(page, 'old.csv was imported.')
    // Its day is known, and no time.
    const old = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Old Open', exact: true }) })
    expect(await old.locator('time').textContent()).toBe('Thu, Apr 11, 2019')

    // It has a number, and is undone as a whole.
    await page.getByText('This is import 1. It can be undone until it is used.', { exact: true }).waitFor()
    await page.getByText(/^Import 1, old\.csv, .*: 1 new tournament, 1 new person, and 1 result$/).waitFor()
    expect(await findAxeViolations(page), 'the imports').toEqual([])
    await act(page, 'Undo import 1').click()
    await page
      .getByText('This removes 1 new tournament, 1 new person, and 1 result that old.csv added. Are you sure?')
      .waitFor()
    await act(page, 'Yes').click()
    await expectBanner(page, 'Import 1 was undone.')
    await page.getByText(/^Undone on /).waitFor()

    // Somebody with a new address, and the name of another.
    const twin = csv.replace('pat@example.com', 'pat@new.example').replace('Pat,', 'The admin,')
    await choose(twin)
    await act(page, 'Preview').click()
    const question = page.getByRole('group', { name: 'Line 2: who is The admin, pat@new.example?' })
    await question.getByRole('radio', { name: /^The admin, admin@example\.com \(has signed in/ }).waitFor()
    await page.getByText('Answer the question first.', { exact: true }).waitFor()
    expect(await findAxeViolations(page), 'the question').toEqual([])
    await question.getByRole('radio', { name: 'Somebody else of that name' }).check()
    await act(page, 'Preview').click()
    await page.getByText('Users: 1 new, 0 known', { exact: true }).waitFor()
    await question.getByRole('radio', { name: /^The admin, admin@example\.com/ }).check()
    await act(page, 'Preview').click()
    await page.getByText('Users: 0 new, 1 known', { exact: true }).waitFor()
    await act(page, 'Import').click()
    await expectBanner(page, 'old.csv was imported.')
    await act(page, 'Undo import 2').click()
    await act(page, 'Yes').click()
    await expectBanner(page, 'Import 2 was undone.')
    expect(await act(page, 'Undo import 1').count()).toBe(0)
    await page.getByRole('link', { name: 'Old Open', exact: true }).waitFor({ state: 'detached' })

    await act(page, 'Clear Server Cache').dblclick()
    await expectBanner(page, 'Server cache was cleared.')
    expect(calls).toBe(1)
    await page.route('**/clearCache', (route) => route.abort())
    await act(page, 'Clear Server Cache').click()
    await expectBanner(
      page,
      'There was an error clearing the server cache.',
      'We can’t reach the server. Check your connection and try again.',
    )
    expect(await isFocused(act(page, 'Clear Server Cache'))).toBe(true)
    await page.route('**/api/admin/*', (route) => route.fulfill({ status: 500, body: '' }))
    await act(page, 'Clear Server Cache').click()
    await page.getByText('Couldn’t refresh the users. This list may be out of date.').waitFor()
    expect(await findAxeViolations(page, ['[role=listitem]:nth-child(n+4)', 'li:nth-child(n+4)'])).toEqual([])
  })
})

it('a section that fails does not affect the others, says why, and can be loaded again', async ({
  shared,
  openPage,
}) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'admin', ...refusals })
  await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin')
  await page.getByText('Couldn’t load the users.', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Tournaments', exact: true }).waitFor()
  await openAdminSection(page, 'Advanced')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await page.unroute('**/api/admin/users')
  await act(page, 'Try again').click()
  await users(page).waitFor()
  expect(await page.getByText('Couldn’t load the users.').count()).toBe(0)
})
