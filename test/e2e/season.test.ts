import { expect } from 'vitest'
import { importResults } from '#built/harness.mjs'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { openBoardMenu } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

const heading = 'Tournament,Start,Name,Email,Entry 1,Entry 2,Entry 3'

/** The example in docs/rules.md, 12.4; the organiser is Cy. */
const toFile = (email: string) =>
  [
    heading,
    'Spring,2019-03-01,Ann,ann@example.org,1,,',
    'Spring,2019-03-01,Bo,bo@example.org,10,,',
    `Spring,2019-03-01,Cy,${email},T4,,`,
    'Spring,2019-03-01,Di,di@example.org,T4,,',
    'Summer,2019-06-01,Ann,ann@example.org,3,,',
    'Summer,2019-06-01,Bo,bo@example.org,1,,',
    `Summer,2019-06-01,Cy,${email},2,,`,
    'Autumn,2019-09-01,Ann,ann@example.org,6,,',
    'Autumn,2019-09-01,Bo,bo@example.org,3,,',
    'Autumn,2019-09-01,Di,di@example.org,2,,',
  ].join('\n')

it('the season follows from the stored places, explains ties, and is what the organiser decides', async ({
  open,
  openPage,
}) => {
  const instance = await open({ withoutTournament: true })
  const { email, name } = await instance.account('power')
  const { page } = await openPage(instance, { as: 'power' })
  await page.goto('/results')
  await page.getByRole('link', { name: 'Season standings' }).click()
  await page.getByRole('heading', { name: 'No season yet' }).waitFor()
  expect(await page.getByRole('link', { name: 'New season' }).getAttribute('href')).toBe('/season/new')

  await importResults(instance.app, new TextEncoder().encode(toFile(email)), { fileName: 'earlier.csv' })
  await page.reload()
  await page.getByRole('heading', { name: 'Season 2019', exact: true }).waitFor()
  const table = page.getByRole('table', { name: 'Season standings' })
  const listRows = async () =>
    (await table.locator('tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  // Before Autumn they were Ann, the organiser, Bo and Di.
  expect(await listRows()).toEqual([
    '1 - Ann 1, 3, 6 3 48',
    '2 up 1 Bo 1, 3, 10 3 41',
    'T3 up 1 Di 2, 4 2 29',
    `T3 down 1 ${name} (you) 2, 4 2 29`,
  ])
  await page.getByText('You are tied 3rd with 29 points, 19 behind 1st.').waitFor()
  await page.getByRole('img', { name: /^Points after Spring, Summer, Autumn: Ann 25, 40, 48; Bo/ }).waitFor()
  await table.getByRole('button', { name: 'Di' }).click()
  await table.getByText(`Level with ${name}: nothing separates them.`).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('/groups')
  await page.getByLabel('Name of a new group').fill('Family')
  await page.getByRole('button', { name: 'Make a group' }).click()
  await page.getByText(/^Nobody else can open the link of a group: it leads to (localhost|127\.0\.0\.1)/).waitFor()
  const link = await page.getByLabel('Link to join Family').inputValue()
  await page.getByRole('button', { name: 'New link for Family' }).click()
  await page.getByRole('dialog').getByText('This can’t be undone.').waitFor()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByText(`${name} replaced the link on `).waitFor()
  expect(await page.getByLabel('Link to join Family').inputValue()).not.toBe(link)
  await page.getByRole('link', { name: 'Season' }).click()
  await page.getByText('You are 1st with 29 points.').waitFor()
  expect((await listRows())[0]).toContain(`${name} T3 in pool`)
  expect(await findAxeViolations(page)).toEqual([])
  for (const view of ['Everybody', 'Family', 'Everybody']) {
    await openBoardMenu(page)
    await page.getByRole('link', { name: view }).click()
    await eventually(async () => (await listRows()).length).toBe(view === 'Family' ? 1 : 4)
  }
  // A phone with the text at 200 %.
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  await page.setViewportSize({ width: 1280, height: 800 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV file' }).click()
  expect((await download).suggestedFilename()).toBe('2019 season.csv')

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('How many best results count').fill('0')
  await page.getByRole('radio', { name: /^Own table/ }).click()
  const points = page.getByLabel('Points for 1st, 2nd, 3rd place and so on')
  await points.fill('5, 6')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The table must not give more points for place 2 than for place 1.').waitFor()
  await page.getByText('Enter a whole number from 1 to 100, or leave it empty.').waitFor()
  await expect.poll(() => points.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('radio', { name: /^Winner takes most/ }).click()
  await page.getByLabel('How many best results count').fill('2')
  const preview = page.getByRole('table', { name: 'Preview of the standings' })
  await preview.getByRole('row', { name: '1 Ann 3 40' }).waitFor()
  await page.getByLabel('Name').fill('The tour of 2019')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'The tour of 2019' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/season/2019')
  expect((await listRows()).map((row) => row.slice(0, 2))).toEqual(['1 ', '2 ', 'T3', 'T3'])
  await table.getByRole('button', { name: 'Bo' }).click()
  await table.getByText('Same points as Ann, behind on countback: 6th places, none against 1.').waitFor()
  await table.getByText('1 dropped').waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Remove this season' }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByRole('heading', { name: 'Season 2019', exact: true }).waitFor()

  // Another season of the same group.
  await importResults(instance.app, new TextEncoder().encode(`${heading}\nOpen,2018-03-01,Ann,ann@example.org,1,,`), {
    fileName: 'x.csv',
  })
  await page.goto('/season')
  await openBoardMenu(page)
  await page.getByRole('link', { name: 'Family' }).click()
  await page.getByText('Family', { exact: true }).first().waitFor()
  await page.getByRole('combobox', { name: 'Season' }).selectOption('2018')
  await page.waitForURL(/\/season\/2018\?group=\d+$/)
})
