import { expect } from 'vitest'
import { addScoreCorrection, endScoreCorrection, listActiveScoreCorrections } from '#built/harness.mjs'
import { listPicksOfUser } from '#domain/standings/owners.ts'
import { openAdminSection } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { eventually, it } from '../support/e2e-test.ts'

it('an organiser corrects a score in the details of a golfer, and everyone sees it marked, with who, when and why', async ({
  open,
  openPage,
}) => {
  const instance = await open()
  const { db } = instance.app.database
  const { pool, board, tournament, userId } = await instance.now()
  const picked = listPicksOfUser(pool, userId)
  const golfer = board.golfersScores.find(({ espnId }) => picked.has(espnId))
  if (!golfer) throw new Error('unreachable')
  const { page } = await openPage(instance, { as: 'power', expect: [/status of 409/] })
  const row = `#golfer-${golfer.espnId}`
  const details = (of = page) => of.getByRole('dialog', { name: golfer.fullName })
  const form = details().getByRole('form', { name: `Correct scores of ${golfer.fullName}` })
  const openForm = () => details().getByRole('button', { name: 'Correct scores' }).click()
  await page.goto('/golfers')
  await page.locator(row).getByRole('button').first().click()
  await openForm()
  await form.getByLabel('R1').fill('12')
  await form.getByRole('button', { name: 'Save' }).click()
  expect(await form.getByRole('alert').textContent()).toBe(
    'R1 must be 50 to 120 strokes, not 12.The reason is required.',
  )
  await eventually(() => form.getByLabel('R1').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await findAxeViolations(page)).toEqual([])
  await form.getByLabel('R1').fill('59')
  await form.getByLabel(/^Reason/).fill('Wrong card')
  await form.getByText(`R1 ${golfer.round1Score} → 59`).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await details().getByText('Wrong card').waitFor()

  const viewer = await openPage(instance, { as: 'player' })
  await viewer.page.goto('/pool')
  // The board behind the details shows the correction, too.
  const pick = viewer.page.getByRole('button', { name: `${golfer.shortName} `, includeHidden: true }).first()
  await eventually(() => pick.textContent()).toContain(', corrected')
  await pick.click()
  await details(viewer.page)
    .getByText(/^† Corrected by .+ \(R1\): Wrong card$/)
    .waitFor()
  expect(await details(viewer.page).getByRole('button', { name: 'Correct scores' }).count()).toBe(0)

  // Another organiser is faster. What was typed stays, and the second save replaces.
  await openForm()
  await form.getByLabel('Status').selectOption('DQ')
  const [mine] = await listActiveScoreCorrections(db, tournament.id)
  const { userId: by } = await instance.account('admin')
  await endScoreCorrection(db, mine?.id ?? 0, by, new Date())
  const scores = { status: 'WD' as const, rounds: [null, null, null, null], toParDifference: null }
  const other = { tournamentId: tournament.id, espnId: golfer.espnId, scores, reason: 'Left hurt', userId: by }
  await addScoreCorrection(db, other, new Date())
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText(/now has out \(WD\) \(Left hurt\) by .+\. Yours: out \(DQ\), R1 59 \(Wrong card\)/).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await eventually(() => page.locator(row).locator('td, th').first().textContent()).toBe('DQ')

  await page.goto('/admin')
  await openAdminSection(page, 'Corrected scores')
  const section = page.getByRole('region', { name: /^Corrected scores/ })
  await section.getByRole('button', { name: `End the correction of ${golfer.fullName}` }).click()
  await page.getByText(`The correction of ${golfer.fullName} was ended.`).waitFor()
  await eventually(() => pick.textContent()).not.toContain('corrected')
})

it('an organiser says what the score to par is to be, sees what that means, and it goes on with the golfer', async ({
  open,
  openPage,
}) => {
  const instance = await open()
  const { board } = await instance.now()
  const golfer = board.golfersScores.find(({ isDNF, thru }) => !isDNF && /^\d/.test(thru))
  if (!golfer) throw new Error('unreachable')
  const { page } = await openPage(instance, { as: 'power' })
  const details = page.getByRole('dialog', { name: golfer.fullName })
  const form = details.getByRole('form', { name: `Correct scores of ${golfer.fullName}` })
  const openForm = async () => {
    await page.goto('/golfers')
    await page.locator(`#golfer-${golfer.espnId}`).getByRole('button').first().click()
    await details.getByRole('button', { name: 'Correct scores' }).click()
  }
  await openForm()
  await form.getByLabel('To par').fill(String(golfer.relativeScore + 2))
  await form.getByLabel(/^Reason/).fill('Penalty')
  await form.getByText(/To par: 2 strokes added to the total, from now on\./).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await details.getByText(/^† Corrected by .+ \(2 strokes added to the total\): Penalty$/).waitFor()
  expect(await details.locator('dt').filter({ hasText: '†' }).allTextContents()).toEqual(['To Par †', 'Tot †'])

  instance.simulator.advance(30)
  await instance.app.feed.refreshScores()
  const later = (await instance.now()).board.golfersScores.find(({ espnId }) => espnId === golfer.espnId)
  expect(later?.thru).not.toBe(golfer.thru)
  expect(later?.correction?.toParDifference).toBe(2)
  // What was asked for has gone on with the golfer.
  await openForm()
  await eventually(() => form.getByLabel('To par').inputValue()).toBe(String(later?.relativeScore))
})
