import { readFileSync } from 'node:fs'
import { wcagContrast as contrast } from 'culori'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccentColours, backgrounds, deriveAccent } from './accent.ts'
import { toAccentCss } from './branded-files.ts'

const css = readFileSync('src/web/styles/tokens.css', 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)
const themes = ['light', 'dark'] as const
const token = (name: string, theme: (typeof themes)[number]) => tokens.get(name)?.[theme] ?? ''

test('the backgrounds are those of the app', () => {
  for (const theme of themes)
    expect(backgrounds[theme]).toEqual(['paper', 'paper-raised', 'paper-sunk'].map((name) => token(name, theme)))
})

/** Every pair with the accent that `tokens.test.ts` checks for the default one, and its least contrast. */
function listPairs({ accent, strong, ink, tint }: AccentColours, theme: (typeof themes)[number]) {
  const surfaces = [...backgrounds[theme], tint]
  return [
    ...[accent, strong].flatMap((front) => [
      ...surfaces.map((back) => [front, back, 4.5] as const),
      [ink, front, 4.5] as const,
    ]),
    ...['ink', 'ink-soft', 'invalid', 'valid'].map((name) => [token(name, theme), tint, 4.5] as const),
    ...['score-eagle-line', 'score-birdie', 'score-bogey', 'score-double', 'input-border'].map(
      (name) => [token(name, theme), tint, 3] as const,
    ),
  ]
}

const named = ['#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#00ffff', '#808080', '#ffe9e9']

describe.each(themes)('in the %s theme', (theme) => {
  test('every text is readable with any accent', () => {
    const anyColour = fc.oneof(
      fc.constantFrom(...named),
      fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
    )
    fc.assert(
      fc.property(anyColour, (colour) => {
        const colours = deriveAccent(colour)[theme]
        for (const [front, back, least] of listPairs(colours, theme))
          if (contrast(front, back) < least)
            throw new Error(`${colour}: ${front} on ${back} (${JSON.stringify(colours)})`)
        expect(colours.strong).not.toBe(colours.accent)
      }),
      { numRuns: 1000, examples: named.map((colour) => [colour]) },
    )
  })
})

test('a colour that is readable stays as it is, and the default one gives about the default colours', () => {
  const { light } = deriveAccent('#6b3fa0')
  expect(light.accent).toBe('#6b3fa0')
  expect(contrast(light.tint, '#ece6f3')).toBeLessThan(1.02)
  expect(deriveAccent('#b99af0').dark.accent).toBe('#b99af0')
})

test('a bright yellow becomes darker on light paper, and stays bright on dark', () => {
  const { light, dark } = deriveAccent('#ffe600')
  expect(light.accent).not.toBe('#ffe600')
  expect(contrast(light.accent, '#e9ebe7')).toBeLessThan(4.8)
  expect(dark.accent).toBe('#ffe600')
})

test('the style contains colours only', () => {
  expect(toAccentCss(deriveAccent('#0b6e4f')).replaceAll(/#[0-9a-f]{6}/g, '')).not.toMatch(/[<#]|url|import/)
})
