import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const backgrounds = ['paper', 'paper-raised', 'paper-sunk', 'accent-tint']
const textOnPaper = ['ink', 'ink-soft', 'accent', 'accent-strong', 'invalid', 'valid']
const scores = ['eagle', 'birdie', 'bogey', 'double']

const text = [
  ...backgrounds.flatMap((paper) => textOnPaper.map((ink) => [ink, paper])),
  ...scores.map((score) => [`score-${score}-ink`, `score-${score}`]),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
] as [string, string][]

const shapes = [
  ...backgrounds.flatMap((paper) =>
    ['score-eagle-line', 'score-birdie', 'score-bogey', 'score-double', 'input-border'].map((shape) => [shape, paper]),
  ),
  ['rule', 'paper'],
] as [string, string][]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(text)('%s is readable as text on %s (4.5 : 1)', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('%s contrasts with %s (3 : 1)', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3)
  })
})

function colour(name: string, theme: 'light' | 'dark'): string {
  const found = tokens.get(name)
  if (found === undefined) throw new Error(`There is no colour --${name}.`)
  return found[theme]
}

/** WCAG 2.2, "contrast ratio". */
function contrast(colour: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(colour), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((index) => Number.parseInt(hex.slice(index, index + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
