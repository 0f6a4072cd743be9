import { clampChroma, converter, formatHex, type Oklch, wcagContrast, wcagLuminance } from 'culori'

/**
 * The colours derived from `POOL_ACCENT`, for both themes. The hue is kept; lightness changes only as far as readable text
 * requires (WCAG 2.2, 1.4.3: 4.5 to 1).
 */

export type Accent = ReturnType<typeof deriveAccent>

export type AccentColours = ReturnType<typeof deriveColours>

const minContrast = 4.5

/** The default backgrounds of the app (`tokens.css`), and the luminance that a tint must match. */
export const backgrounds = {
  light: ['#f4f5f2', '#fdfdfc', '#e9ebe7'],
  dark: ['#0f1112', '#191c1d', '#16191a'],
} as const
type Theme = keyof typeof backgrounds
const defaultTints = { light: '#ece6f3', dark: '#221b2e' } as const

/** `accent` is #rrggbb. */
export function deriveAccent(accent: string) {
  return { light: deriveColours(accent, 'light'), dark: deriveColours(accent, 'dark') }
}

/** The colour of links, buttons and the user's own rows, and when hovered; text on either; the background of own rows. */
function deriveColours(given: string, theme: Theme) {
  const isLight = theme === 'light'
  const colour = toOklch(given)
  const tint = findTint(colour, theme)
  const isReadable = (hex: string) =>
    [...backgrounds[theme], tint].every((paper) => wcagContrast(hex, paper) >= minContrast)
  const accent = isReadable(given) ? given : findLightness(colour, isReadable, isLight ? 'highest' : 'lowest')
  const { l: lightness } = toOklch(accent)
  const ink = { ...colour, l: 0.16, c: Math.min(colour.c, 0.05) }
  const strong = toHex({ ...colour, l: lightness + (isLight ? findLightChange(lightness) : findDarkChange(lightness)) })
  return { accent, strong, ink: isLight ? '#ffffff' : toHex(ink), tint }
}

/** Hovering makes a colour darker, unless it is nearly black. */
function findLightChange(lightness: number): number {
  return lightness < 0.25 ? 0.12 : -0.09
}

/** Hovering makes a colour lighter, unless it is nearly white. */
function findDarkChange(lightness: number): number {
  return lightness > 0.9 ? -0.1 : 0.07
}

/** Finds a tint as bright as the default one, so that every other colour is as readable on it. */
function findTint(colour: Oklch, theme: Theme): string {
  const limit = wcagLuminance(defaultTints[theme])
  const tint = { ...colour, c: Math.min(colour.c, theme === 'light' ? 0.018 : 0.034) }
  return theme === 'light'
    ? findLightness(tint, (hex) => wcagLuminance(hex) >= limit, 'lowest')
    : findLightness(tint, (hex) => wcagLuminance(hex) <= limit, 'highest')
}

/** The lowest or highest lightness at which the colour passes; it must pass at one end of the scale. */
function findLightness(colour: Oklch, passes: (hex: string) => boolean, wanted: 'lowest' | 'highest'): string {
  let [good, bad] = wanted === 'highest' ? [0, 1] : [1, 0]
  for (let step = 0; step < 12; step += 1) {
    const middle = (good + bad) / 2
    if (passes(toHex({ ...colour, l: middle }))) good = middle
    else bad = middle
  }
  return toHex({ ...colour, l: good })
}

/** In OKLCH, changing the lightness keeps the hue. */
function toOklch(hex: string): Oklch {
  const colour = converter('oklch')(hex)
  if (!colour) throw new Error(`${hex} is not a colour.`)
  return colour
}

/** The nearest colour in the sRGB gamut, with less chroma if necessary. */
function toHex(colour: Oklch): string {
  return formatHex(clampChroma({ ...colour, l: Math.min(1, Math.max(0, colour.l)) }, 'oklch'))
}
