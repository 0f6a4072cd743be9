import type { Locator, Page } from 'playwright-core'
import { boardOf } from './e2e-board.ts'
import { pickField } from './e2e-entry-form.ts'

/** A dialog, sheet or menu that opens over a page. */
export type DialogCase = {
  path: string
  title: string | RegExp
  open: (page: Page) => Promise<unknown>
  /** A list of actions, which has no dialog around it. */
  isMenu?: true
}

/** A name without the number of an entry. */
const aGolfer = /^\D+$/

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const openBoardMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()

const inBoardMenu = (name: string) => async (page: Page) => {
  await openBoardMenu(page)
  await page.getByRole('button', { name, exact: true }).click()
}

/** Sections of the admin screen are folded on a phone. */
async function unfold(page: Page, section: string): Promise<void> {
  await page.getByRole('table', { name: 'Tournaments' }).or(page.getByText('There are no tournaments yet')).waitFor()
  const title = page.getByRole('heading', { name: new RegExp(`^${section}`) })
  await title.first().waitFor()
  const folded = title.getByRole('button', { expanded: false })
  if ((await folded.count()) > 0) await folded.click()
}

const inAdminSection = (section: string, name: string | RegExp) => async (page: Page) => {
  await unfold(page, section)
  await press(name)(page)
}

/** Opens the menu of the tournament with this status. */
const openActions = (status: string) => (page: Page) =>
  page
    .getByRole('table', { name: 'Tournaments' })
    .getByRole('row')
    .filter({ has: page.getByText(status, { exact: true }) })
    .getByRole('button', { name: /^More about / })
    .click()

const inActions = (status: string, name: string) => async (page: Page) => {
  await openActions(status)(page)
  await page.locator(':popover-open').getByRole('button', { name }).click()
}

/** During a tournament, for a player in the group "The office". */
export const playerDialogs: readonly DialogCase[] = [
  { path: '/home', title: 'The menu of the account', open: press('Menu'), isMenu: true },
  { path: '/pool', title: 'The menu of the board', open: openBoardMenu, isMenu: true },
  { path: '/pool', title: 'How scoring works', open: press('How scoring works') },
  { path: '/pool', title: 'Charts', open: inBoardMenu('Charts') },
  { path: '/pool', title: 'Listen', open: inBoardMenu('Listen') },
  { path: '/pool', title: 'Recap', open: inBoardMenu('Recap') },
  { path: '/pool', title: 'On television', open: inBoardMenu('On television') },
  { path: '/pool', title: 'Why did I move?', open: press('Why?') },
  {
    path: '/pool',
    title: /\D [123]$/,
    open: (page) =>
      boardOf(page, 'Pool standings')
        .getByRole('button', { name: /details of/ })
        .first()
        .click(),
  },
  {
    path: '/pool',
    title: aGolfer,
    open: (page) => boardOf(page, 'Pool standings').locator('td > button:not([data-row-target])').first().click(),
  },
  {
    path: '/pool',
    title: 'How good are these numbers?',
    async open(page) {
      await press('Chances')(page)
      await press('How good are these numbers?')(page)
    },
  },
  {
    path: '/golfers',
    title: aGolfer,
    open: (page) => boardOf(page, 'Golfers leaderboard').locator('tbody').getByRole('button').first().click(),
  },
  { path: '/golfers', title: aGolfer, open: press(/owners of/) },
  { path: '/groups', title: 'Replace the link', open: press('New link for The office') },
  { path: '/groups', title: 'Leave the group', open: press('Leave The office') },
]

/** Before the start, for a player who has entered: in the form of entry `entryId`. */
export const listEntrantDialogs = (entryId: number): readonly DialogCase[] => [
  {
    path: `/entry/edit/${entryId}`,
    title: 'Entry 1 · Tier A · 1 of 4',
    open: (page) => pickField(page, 'Entry 1', 'Tier A').click(),
  },
  { path: `/entry/edit/${entryId}`, title: 'Withdraw entry?', open: press('Withdraw entry') },
  {
    path: `/entry/edit/${entryId}`,
    title: 'Discard changes?',
    async open(page) {
      await page.getByLabel('What will the winning score be?').fill('-19')
      await press('Discard changes')(page)
    },
  },
]

/** During a tournament, for an admin. */
export const adminDialogs: readonly DialogCase[] = [
  { path: '/admin', title: /^Email List for /, open: inAdminSection('Tournaments', /^Email List for /) },
  { path: '/admin', title: 'The menu of a tournament', open: openActions('Active'), isMenu: true },
  { path: '/admin', title: /^Entrants of /, open: inActions('Active', 'Entrants') },
  { path: '/admin', title: /^Write to players of /, open: inActions('Active', 'Message') },
  { path: '/admin', title: /^End /, open: press(/^End /) },
  { path: '/admin', title: 'New invitation link', open: inAdminSection('Invitations', 'New link') },
  { path: '/admin', title: 'Add a chat', open: inAdminSection('Chat posts', 'Add a chat') },
  { path: '/admin', title: 'All Users Email List', open: inAdminSection('Users', 'All Users Email List') },
  { path: '/admin', title: 'Add a person', open: inAdminSection('Users', 'Add a person') },
  { path: '/admin', title: 'New organiser', open: inAdminSection('Users', 'New organiser') },
  {
    path: '/admin',
    title: 'The menu of a user',
    open: inAdminSection('Users', /^More about The player/),
    isMenu: true,
  },
  {
    path: '/admin',
    title: 'Block',
    async open(page) {
      await inAdminSection('Users', /^More about The player/)(page)
      await press('Block')(page)
    },
  },
  { path: '/admin', title: 'Send Audit Email', open: inAdminSection('Advanced', 'Send Audit Email') },
]

/** During a tournament, for an organiser: on the page of its scores. */
export const listScoreDialogs = (tournamentId: number): readonly DialogCase[] => [
  {
    path: `/admin/tournaments/${tournamentId}/scores`,
    title: 'Enter scores by hand?',
    open: press('Enter scores by hand'),
  },
]

/** The same while the scores are entered by hand. */
export const listHandScoreDialogs = (tournamentId: number): readonly DialogCase[] => [
  { path: `/admin/tournaments/${tournamentId}/scores`, title: 'Paste a table', open: press('Paste a table') },
  {
    path: `/admin/tournaments/${tournamentId}/scores`,
    title: 'Back to automatic scores?',
    open: press('Back to automatic scores'),
  },
]

/** After a tournament, with the next one open for entries, for an admin. */
export const laterAdminDialogs: readonly DialogCase[] = [
  { path: '/admin', title: /^Ties of /, open: inActions('Inactive', 'Decide ties') },
  {
    path: '/admin',
    title: 'Send the reminders',
    open: inAdminSection('Not entered yet', /^(Remind \d+ people|Write \d+ emails)/),
  },
  {
    path: '/admin',
    title: 'Merge users',
    async open(page) {
      await unfold(page, 'Users')
      for (const name of ['Select The player', 'Select The admin']) await page.getByRole('checkbox', { name }).check()
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
    },
  },
  { path: '/pool', title: 'Tournaments', open: press(/^Other tournaments/) },
]

/** Without a tournament, for an admin. */
export const earlyAdminDialogs: readonly DialogCase[] = [
  { path: '/admin', title: 'Announce an event', open: inAdminSection('Next event', 'Announce an event') },
  {
    path: '/tournament/new',
    title: 'Start over?',
    async open(page) {
      await page.getByLabel('Name', { exact: true }).fill('Our own name')
      await press('Start over')(page)
    },
  },
]

/** Opens the dialog or menu of a case on its page. */
export async function openDialog(page: Page, { path, title, open, isMenu }: DialogCase): Promise<Locator> {
  if (URL.parse(page.url())?.pathname !== path) await page.goto(path)
  await open(page)
  const dialog = isMenu ? page.locator(':popover-open') : page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  return dialog
}

/** Makes the group of `playerDialogs`. */
export async function makeGroup(page: Page): Promise<void> {
  await page.goto('/groups')
  await page.getByLabel('Name of a new group').fill('The office')
  await page.getByRole('button', { name: 'Make a group' }).click()
  await page.getByRole('heading', { name: 'The office' }).waitFor()
}
