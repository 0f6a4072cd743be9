import type { Locator, Page } from 'playwright-core'

export const entryGroups = ['Entry 1', 'Entry 2', 'Entry 3'] as const
export const tierLabels = ['Tier A', 'Tier B', 'Tier C', 'Tier D'] as const

export function pickField(page: Page, group: string, tier: string): Locator {
  return page.getByRole('group', { name: group, exact: true }).getByLabel(tier, { exact: true })
}

/** Chooses a golfer by name, or by the index in the list, and returns their name. */
export async function pick(page: Page, group: string, tier: string, golfer: number | string = 0): Promise<string> {
  await pickField(page, group, tier).click()
  const options = page.getByRole('option')
  const option = typeof golfer === 'number' ? options.nth(golfer) : options.filter({ hasText: golfer }).first()
  const name = (await option.locator('> span').nth(2).textContent()) ?? ''
  await option.click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  return name
}

/** Picks twelve golfers with few clicks: the entries differ in one golfer. */
export async function pickAll(page: Page): Promise<void> {
  for (const tier of tierLabels) await pick(page, 'Entry 1', tier)
  for (const [index, group] of entryGroups.entries()) {
    if (index === 0) continue
    await copyPicks(page, 'Entry 1', group)
    await pick(page, group, 'Tier A', index)
  }
}

export async function copyPicks(page: Page, from: string, into: string): Promise<void> {
  await page.getByRole('button', { name: 'Copy from…' }).click()
  await page.getByRole('button', { name: `${from} into ${into}` }).click()
}
