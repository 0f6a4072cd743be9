import axe from 'axe-core'
import type { Page } from 'playwright-core'

const widths = [390, 1440]

/** The only rules whose result depends on the colours of a theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Accessibility violations of the page in its current state, on a phone and on a desktop, in both themes. `exclude`
 * leaves out elements: a few of a hundred equal rows are enough.
 */
export async function findAxeViolations(page: Page, exclude: readonly string[] = []): Promise<string[]> {
  const violations: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await waitForAnimations(page)
      const found = await runAxe(page, exclude, colorScheme === 'dark' ? colourRules : undefined)
      for (const violation of found) violations.push(`${colorScheme} ${width}: ${violation}`)
    }
  }
  return violations
}

/** Contrast is meaningless while a colour fades from one theme to the other. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    do {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      await new Promise(requestAnimationFrame)
    } while (document.getAnimations().length > 0)
  })
}

async function runAxe(
  page: Page,
  exclude: readonly string[],
  onlyRules: readonly string[] | undefined,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ exclude, onlyRules }) => {
      // Its source, above, defines it.
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(
        { exclude },
        {
          resultTypes: ['violations'],
          // None of our rules needs the style sheets to be loaded a second time.
          preload: false,
          ...(onlyRules
            ? { runOnly: { type: 'rule', values: onlyRules } }
            : { rules: { 'target-size': { enabled: true } } }),
        },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
    },
    { exclude: [...exclude], onlyRules: onlyRules && [...onlyRules] },
  )
}
