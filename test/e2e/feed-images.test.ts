import { expect } from 'vitest'
import { eventually, it } from '../support/e2e-test.ts'

// Every session fails on a request to another origin.
it('flags and portraits come from our own server, and a missing portrait shows the initials', async ({
  shared,
  openPage,
}) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player' })
  const golfers = instance.simulator.play.golfers.map(({ golfer }) => golfer).filter(({ hasHeadshot }) => hasHeadshot)
  await page.goto('/golfers')
  const flags = page.locator('tbody img')
  const hasLoaded = (image: HTMLImageElement | SVGElement) => 'naturalWidth' in image && image.naturalWidth > 0
  await eventually(async () => (await flags.count()) > 0 && (await flags.first().evaluate(hasLoaded))).toBe(true)

  for (const isMissing of [false, true]) {
    const golfer = golfers.find(({ espnId }) => (Number(espnId) % 8 === 0) === isMissing)
    await page.goto(`/golfers?find=${encodeURIComponent(golfer?.name ?? '')}`)
    await page.locator(`#golfer-${golfer?.espnId}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('College').or(dialog.getByText('Age')).first().waitFor()
    const portrait = dialog.locator('img[width="132"]')
    if (isMissing) await eventually(() => portrait.count()).toBe(0)
    else await eventually(async () => (await portrait.count()) === 1 && (await portrait.evaluate(hasLoaded))).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
})

it('with FEED_IMAGES=off the board has no pictures', async ({ open, openPage }) => {
  const { page } = await openPage(await open({ env: { FEED_IMAGES: 'off' } }), { as: 'player' })
  await page.goto('/golfers')
  await page.locator('[id^="golfer-"]').first().waitFor()
  expect(await page.locator('main img').count()).toBe(0)
})
