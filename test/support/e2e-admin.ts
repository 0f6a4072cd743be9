import type { Page } from 'playwright-core'

/** Opens a section of the admin screen that is folded. */
export async function openAdminSection(page: Page, section: string): Promise<void> {
  const title = page.getByRole('heading', { name: new RegExp(`^${section}`) }).getByRole('button')
  await title.waitFor()
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click()
}

/** Chooses an item of the menu of a tournament on the admin screen. */
export async function chooseTournamentAction(page: Page, tournament: string, item: string): Promise<void> {
  await openTournamentMenu(page, tournament)
  const menu = page.locator(':popover-open')
  await menu
    .getByRole('button', { name: item })
    .or(menu.getByRole('link', { name: item }))
    .click()
}

/** Opens the menu of a tournament on the admin screen. */
export async function openTournamentMenu(page: Page, tournament: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${tournament}`, exact: true }).click()
  await page.locator(':popover-open').waitFor()
}
