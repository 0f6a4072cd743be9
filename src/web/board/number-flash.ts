/** How long a number stays highlighted before it fades. */
const markedMs = 1200
const fadeMs = 200
/** Numbers are highlighted and faded in batches, because a slow phone can handle only a few per frame. */
const turns = { least: 2, most: 20, everyMs: 50 }
/** Rows move first. */
const startMs = 100

const waiting = new Set<HTMLElement>()
let perTurn = 0

/** Highlights a changed number after it has been rendered. Grey, because every other colour has a meaning. */
export function flash(number: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if (waiting.size === 0) setTimeout(takeTurn, startMs)
  waiting.add(number)
}

function takeTurn(): void {
  // The viewer cannot see numbers far from the window.
  for (const number of waiting) if (!isNearWindow(number)) waiting.delete(number)
  perTurn = Math.max(turns.least, perTurn, Math.ceil(waiting.size / turns.most))
  const numbers = [...waiting].slice(0, perTurn)
  for (const number of numbers) {
    waiting.delete(number)
    mark(number)
  }
  if (waiting.size > 0) setTimeout(takeTurn, turns.everyMs)
  else perTurn = 0
}

function isNearWindow(number: HTMLElement): boolean {
  return Math.abs(number.getBoundingClientRect().top - window.innerHeight / 2) < window.innerHeight
}

function mark(number: HTMLElement): void {
  const grey = 'var(--hairline)'
  // Extended to the sides only: there is other text above and below.
  const marked = { background: grey, boxShadow: `-0.2em 0 ${grey}, 0.2em 0 ${grey}` }
  number.animate([marked, {}], { delay: markedMs, duration: fadeMs, easing: 'steps(3)', fill: 'backwards' })
}
