import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { testRounds } from './test-rounds.ts'

/** The only rules whose result depends on the colours of a theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Each width and each theme once, then the other pairs, where only colours can differ. */
const looks = [
  { width: 390, colorScheme: 'light', rules: undefined },
  { width: 1440, colorScheme: 'dark', rules: undefined },
  { width: 390, colorScheme: 'dark', rules: colourRules },
  { width: 1440, colorScheme: 'light', rules: colourRules },
] as const

const rounds = testRounds(2)

/** Half as long as `axe.source`, which is sent to every page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The page behind an open dialog or list. A test checks it before it opens them. */
const inert = ['#root[data-base-ui-inert]', 'body:has(> dialog[open]) > #root']

/** For `exclude`: the page behind an open list or calendar, which a test checks before as well. */
export const behindPopup = '#root'

/** For `exclude`: all rows of a board but its first three. */
export const equalRows = ['tbody tr:nth-child(n+4)']

/**
 * Accessibility violations of the page in its current state, on a phone and on a desktop, in both themes. `exclude`
 * leaves out elements: a few of a hundred equal rows are enough. Afterwards the page has its own theme again, and its
 * size if that is a phone's.
 */
export async function findAxeViolations(page: Page, exclude: readonly string[] = []): Promise<string[]> {
  const violations: string[] = []
  const ownSize = page.viewportSize()
  for (const { width, colorScheme, rules } of looks.slice(0, rounds)) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await settle(page)
    for (const violation of await runAxe(page, exclude, rules)) violations.push(`${colorScheme} ${width}: ${violation}`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (ownSize !== null && ownSize.width < 600) await page.setViewportSize(ownSize)
  return violations
}

/** Contrast is meaningless while a colour fades. Below the top, the header may cover a part of any target. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0)
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
  const allExcluded = [...exclude, ...inert]
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await page.evaluate(detachExcluded, allExcluded)
  const violations = await page.evaluate(
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
        nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
    },
    { exclude: allExcluded, onlyRules: onlyRules && [...onlyRules] },
  )
  await page.evaluate(() => (window as unknown as Window & Reattachable).reattach())
  return violations
}

type Reattachable = { reattach(): void }

/**
 * Axe reads what is excluded too, which takes most of its time. So what is behind a dialog is taken out of the document,
 * and a copy of each list without its excluded items stands in for the list, which the app may go on changing. What has
 * the focus stays.
 */
function detachExcluded(exclude: readonly string[]): void {
  const excluded = new Set(exclude.flatMap((selector) => Array.from<Node>(document.querySelectorAll(selector))))
  const detached: { node: Element; standIn: ChildNode }[] = []
  function detach(node: Element, standIn: ChildNode): void {
    node.replaceWith(standIn)
    detached.push({ node, standIn })
  }
  for (const node of Array.from(document.body.children)) {
    if (excluded.has(node) && !node.contains(document.activeElement)) detach(node, document.createComment(''))
  }
  for (const list of new Set(Array.from(excluded, ({ parentElement }) => parentElement))) {
    if (list === null || list === document.body || list.contains(document.activeElement)) continue
    const standIn = list.cloneNode(false) as Element
    for (const node of list.childNodes) if (!excluded.has(node)) standIn.append(node.cloneNode(true))
    detach(list, standIn)
  }
  const reattach = () => {
    for (const { node, standIn } of detached.toReversed()) standIn.replaceWith(node)
  }
  Object.assign(window, { reattach })
}
