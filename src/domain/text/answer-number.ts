const number = /^[+-]?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/

/**
 * The number that an answer is (docs/rules.md, 2.2): "-12", "12 under", "E", "1,234", "63.5". Null for any other text, because
 * a guess could decide a tie.
 */
export function toAnswerNumber(answer: string): number | null {
  const text = answer
    .trim()
    .toLowerCase()
    .replace(/^[−–]/, '-')
    .replace(/^(\d+)[ -](under|over)(?: par)?$/, (_, strokes, side) => (side === 'under' ? `-${strokes}` : strokes))
    .replace(/^(?:e|par|(?:even|level)(?: par)?)$/, '0')
  return number.test(text) ? Number(text.replaceAll(',', '')) : null
}

/** Whether a text other than an empty one is not a number. */
export function isNoNumber(answer: string): boolean {
  return answer.trim() !== '' && toAnswerNumber(answer) === null
}
