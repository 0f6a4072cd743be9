/**
 * The colours derived from `POOL_ACCENT`, for both themes. The hue is kept; lightness changes only as far as readable text
 * requires (WCAG 2.2, 1.4.3: 4.5 to 1).
 */

export type AccentColours = {
  /** Links, buttons and the user's own rows. */
  readonly accent: string
  /** The hover colour. */
  readonly strong: string
  /** Text on either of them. */
  readonly ink: string
  /** The background of own rows. */
  readonly tint: string
}

export type Accent = { readonly light: AccentColours; readonly dark: AccentColours }

type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number }

const minContrast = 4.5

/** The default backgrounds of the app (`tokens.css`), and the luminance that a tint must match. */
export const backgrounds = {
  light: ['#f4f5f2', '#fdfdfc', '#e9ebe7'],
  dark: ['#0f1112', '#191c1d', '#16191a'],
} as const
const defaultTints = { light: '#ece6f3', dark: '#221b2e' } as const

/** `accent` is #rrggbb. */
export function deriveAccent(accent: string): Accent {
  return { light: deriveColours(accent, 'light'), dark: deriveColours(accent, 'dark') }
}

function deriveColours(given: string, theme: keyof Accent): AccentColours {
  const isLight = theme === 'light'
  const colour = toOklch(given)
  const tint = findTint(colour, theme)
  const isReadable = (hex: string) =>
    [...backgrounds[theme], tint].every((paper) => contrast(hex, paper) >= minContrast)
  const accent = isReadable(given) ? given : findLightness(colour, isReadable, isLight ? 'highest' : 'lowest')
  const { lightness } = toOklch(accent)
  // A colour that is nearly black cannot become darker, nor one that is nearly white lighter.
  const isExtreme = isLight ? lightness < 0.25 : lightness > 0.9
  const change = isLight ? (isExtreme ? 0.12 : -0.09) : isExtreme ? -0.1 : 0.07
  const ink = { ...colour, lightness: 0.16, chroma: Math.min(colour.chroma, 0.05) }
  const strong = toHex({ ...colour, lightness: lightness + change })
  return { accent, strong, ink: isLight ? '#ffffff' : toHex(ink), tint }
}

/** As bright as the default tint, so that every other colour is as readable on it. */
function findTint(colour: Oklch, theme: keyof Accent): string {
  const limit = luminance(defaultTints[theme])
  const tint = { ...colour, chroma: Math.min(colour.chroma, theme === 'light' ? 0.018 : 0.034) }
  return theme === 'light'
    ? findLightness(tint, (hex) => luminance(hex) >= limit, 'lowest')
    : findLightness(tint, (hex) => luminance(hex) <= limit, 'highest')
}

/** The lowest or highest lightness at which the colour passes; it must pass at one end of the scale. */
function findLightness(colour: Oklch, passes: (hex: string) => boolean, wanted: 'lowest' | 'highest'): string {
  let [good, bad] = wanted === 'highest' ? [0, 1] : [1, 0]
  for (let step = 0; step < 12; step += 1) {
    const middle = (good + bad) / 2
    if (passes(toHex({ ...colour, lightness: middle }))) good = middle
    else bad = middle
  }
  return toHex({ ...colour, lightness: good })
}

/** WCAG 2.2, "contrast ratio". */
export function contrast(colour: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(colour), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Channels = readonly [red: number, green: number, blue: number]

function toLinear(hex: string): Channels {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** CSS Color 4, 9.2 to 9.4: OKLCH, in which changing the lightness keeps the hue. */
function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLinear(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** The nearest colour in the sRGB gamut, with less chroma if necessary. */
function toHex(colour: Oklch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness))
  let chroma = colour.chroma
  let channels = toChannels({ ...colour, lightness, chroma })
  while (chroma > 0.001 && channels.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    chroma *= 0.95
    channels = toChannels({ ...colour, lightness, chroma })
  }
  return `#${channels.map(toHexPair).join('')}`
}

function toChannels({ lightness, chroma, hue }: Oklch): Channels {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function toHexPair(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear))
  const value = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')
}

/**
 * Overrides the accent of the app and of the sign-in pages. Without `light-dark()`, which the app's build replaces for
 * older browsers.
 */
export function toAccentCss({ light, dark }: Accent): string {
  const toDeclarations = ({ accent, strong, ink, tint }: AccentColours) =>
    `--accent:${accent};--accent-strong:${strong};--accent-ink:${ink};--accent-tint:${tint}`
  return [
    `:root{${toDeclarations(light)}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){${toDeclarations(dark)}}}`,
    `:root[data-theme="dark"]{${toDeclarations(dark)}}`,
    `@media print{:root,:root[data-theme]{${toDeclarations(light)}}}`,
  ].join('')
}
