import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { boardOf, openBoardMenu } from '../support/e2e-board.ts'
import type { TestInstance } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** Everything that the page announces about the board, from now on. */
async function recordSpeech(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const speech: string[] = []
    Object.assign(window, { speech })
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations)
        if (target instanceof Element && target.ariaLive === 'polite')
          for (const { textContent } of addedNodes) speech.push(textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { speech: string[] }).speech)
}

/** Plays on until the viewer's place has changed, and with it the title. */
async function playUntilMoved(instance: TestInstance, page: Page): Promise<void> {
  const before = await page.title()
  while ((await page.title()) === before) {
    await instance.play(30)
    const { board } = await instance.now()
    await page.locator(`time[datetime="${board.timeStamp}"]`).first().waitFor({ state: 'attached' })
    await page.clock.runFor(20_000)
  }
}

it('what a screen reader hears of one’s place is forgotten with another pool, and with a replay', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'round-1', rivals: 20 })
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/groups')
  await page.getByLabel('Name of a new group').fill('Office')
  await page.getByRole('button', { name: 'Make a group' }).click()
  await page.getByLabel('Link to join Office').waitFor()
  await page.clock.install()
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  const readSpeech = await recordSpeech(page)
  await playUntilMoved(instance, page)
  await eventually(readSpeech).toEqual([expect.stringMatching(/^You: /)])

  // Alone in a group, one never moves.
  await page.getByRole('button', { name: 'Other tournaments and groups' }).click()
  await page.getByRole('link', { name: 'Office' }).click()
  await page.getByRole('heading', { name: /^Office: / }).waitFor()
  await instance.play(60)
  const { board } = await instance.now()
  await page.locator(`time[datetime="${board.timeStamp}"]`).first().waitFor({ state: 'attached' })
  await page.clock.runFor(20_000)
  await page.getByRole('button', { name: 'Other tournaments and groups' }).click()
  await page.getByRole('link', { name: 'Everybody' }).click()
  await page.getByRole('heading', { name: /^Office: / }).waitFor({ state: 'detached' })

  await openBoardMenu(page)
  await page.getByRole('button', { name: 'Replay' }).click()
  const replay = page.getByRole('region', { name: 'Replay' })
  const slider = replay.getByRole('slider', { name: 'Moment' })
  await slider.press('Home')
  for (const _ of [1, 2]) {
    await page.clock.runFor(20_000)
    await slider.press('ArrowRight')
  }
  await page.clock.runFor(20_000)
  await replay.getByRole('button', { name: /^Back to/ }).click()
  await replay.waitFor({ state: 'detached' })
  await page.clock.runFor(20_000)
  expect((await readSpeech()).slice(1).join()).not.toMatch(/up|down/)
})
