import axe from 'axe-core'
import type { Page } from 'playwright-core'

const variants = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1440].map((width) => ({ colorScheme, width })),
)

/**
 * What axe finds on the page as it stands, in both themes, on a phone and on a desk. `except` leaves parts out: of
 * a hundred rows of one kind some are enough.
 */
export async function findAxeViolations(page: Page, except: readonly string[] = []): Promise<string[]> {
  const faults: string[] = []
  for (const { colorScheme, width } of variants) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await waitForAnimations(page)
    for (const fault of await runAxe(page, except)) faults.push(`${colorScheme} ${width}: ${fault}`)
  }
  return faults
}

/** A colour on its way from one theme to the other has no contrast worth telling; what inherits it follows it. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    do {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      await new Promise(requestAnimationFrame)
    } while (document.getAnimations().length > 0)
  })
}

async function runAxe(page: Page, except: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (exclude) => {
      // Its source, above, leaves it there.
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(
        { exclude },
        {
          resultTypes: ['violations'],
          rules: { 'target-size': { enabled: true } },
        },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
    },
    [...except],
  )
}
