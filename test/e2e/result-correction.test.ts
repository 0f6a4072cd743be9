import { expect } from 'vitest'
import { resultCorrectionPreview } from '#contract/score-correction-contract.ts'
import { listPicksOfUser } from '#domain/standings/owners.ts'
import { chooseTournamentAction, openTournamentMenu } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { eventually, it } from '../support/e2e-test.ts'

it('an admin corrects an ended result after seeing the places, ends the next one without places, and reopens it', async ({
  open,
  openPage,
}) => {
  const instance = await open()
  const { pool, board, tournament, userId } = await instance.now()
  const picked = listPicksOfUser(pool, userId)
  const golfers = board.golfersScores.filter(({ espnId, isDNF }) => picked.has(espnId) && !isDNF)
  const [golfer] = golfers.toSorted((a, b) => a.relativeScore - b.relativeScore)
  if (!golfer) throw new Error('unreachable')
  await instance.startNextTournament()
  const { page } = await openPage(instance, { as: 'admin', expect: [/status of 404/] })
  await page.goto('/admin')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await openTournamentMenu(page, tournament.name)
  expect(await row(tournament.name).getByRole('button', { name: 'Reopen' }).count()).toBe(0)
  await page.getByRole('link', { name: `Correct scores of ${tournament.name}` }).click()
  await page.locator(`#golfer-${golfer.espnId}`).getByRole('button').first().click()
  const details = page.getByRole('dialog', { name: golfer.fullName })
  await details.getByRole('button', { name: 'Correct scores' }).click()
  await details.getByLabel('Status').selectOption('DQ')
  await details.getByLabel(/^Reason/).fill('Wrong card')
  // Of other people who tie now, the first time.
  let isWarned = false
  await page.route('**/api/admin/resultCorrection/*/preview', async (route) => {
    const preview = resultCorrectionPreview.parse(await (await route.fetch()).json())
    await route.fulfill({ json: { ...preview, clearsTies: !isWarned } })
    isWarned = true
  })
  await details.getByRole('button', { name: 'Show the places' }).click()
  const places = details.getByRole('region', { name: 'Places after the correction' })
  await places.getByText(/another place\.$/).waitFor()
  expect(await places.getByText('Nobody is told.').count()).toBe(1)
  const warning = places.getByText('What was decided about the ties is cleared. Decide them again afterwards.')
  await warning.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const isFocused = (name: string) =>
    details.getByRole('button', { name }).evaluate((button) => button === document.activeElement)
  await eventually(() => isFocused('Back'), 'the safe answer has the focus').toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => isFocused('Show the places')).toBe(true)
  await page.keyboard.press('Enter')
  await places.waitFor()
  expect(await warning.count()).toBe(0)
  await places.getByRole('button', { name: 'Correct the result' }).click()
  await details.getByText(/Corrected by .+: Wrong card/).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.locator(`#golfer-${golfer.espnId}`).getByRole('cell').first().textContent()).toBe('DQ')

  const organiser = await openPage(instance, { as: 'power', expect: [/status of 404/] })
  await organiser.page.goto(`/golfers/${tournament.id}`)
  await organiser.page.locator(`#golfer-${golfer.espnId}`).getByRole('button').first().click()
  await organiser.page.getByText(/Corrected by .+: Wrong card/).waitFor()
  expect(await organiser.page.getByRole('button', { name: 'Correct scores' }).count()).toBe(0)

  await page.goto('/admin')
  await page.getByRole('button', { name: 'End The next one' }).click()
  const ending = page.getByRole('dialog', { name: 'End The next one' })
  await ending.getByLabel('Give a reason').check()
  expect(await ending.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true)
  await ending.getByLabel(/^Reason/).fill('Abandoned: storm')
  expect(await findAxeViolations(page)).toEqual([])
  await ending.getByRole('button', { name: 'Yes' }).click()
  await row('The next one').getByText('Abandoned: storm').waitFor()
  await row('The next one').getByText('Cancelled').waitFor()

  await chooseTournamentAction(page, tournament.name, `Reopen ${tournament.name}`)
  const reopening = page.getByRole('dialog', { name: `Reopen ${tournament.name}` })
  await reopening.getByLabel(/^Type the name/).fill('The wrong one')
  await reopening.getByRole('button', { name: 'Reopen' }).click()
  await reopening.getByText(`Type “${tournament.name}”.`).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await reopening.getByLabel(/^Type the name/).fill(tournament.name)
  await reopening.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText(`${tournament.name} is active again.`).waitFor()
  await row(tournament.name).getByText('Active', { exact: true }).waitFor()
})
