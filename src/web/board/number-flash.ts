/** A number stays marked for a while and then fades. */
const markedMs = 1200
const fadeMs = 200
/** A slow phone marks and fades a few numbers a frame: they take turns. */
const turns = { least: 4, most: 8, everyMs: 100 }

const waiting = new Set<HTMLElement>()
let perTurn = 0

/** Marks a number that has changed, after it has been drawn. Grey, because every other colour has a meaning. */
export function flash(number: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if (waiting.size === 0) afterFrame(takeTurn)
  waiting.add(number)
}

function takeTurn(): void {
  perTurn = Math.max(turns.least, perTurn, Math.ceil(waiting.size / turns.most))
  const numbers = [...waiting].slice(0, perTurn)
  for (const number of numbers) {
    waiting.delete(number)
    mark(number)
  }
  if (waiting.size > 0) setTimeout(takeTurn, turns.everyMs)
  else perTurn = 0
}

function mark(number: HTMLElement): void {
  const grey = 'var(--hairline)'
  // To the sides only: above and below are other texts.
  const marked = { background: grey, boxShadow: `-0.2em 0 ${grey}, 0.2em 0 ${grey}` }
  number.animate([marked, {}], { delay: markedMs, duration: fadeMs, fill: 'backwards' })
}

function afterFrame(action: () => void): void {
  requestAnimationFrame(() => setTimeout(action))
}
