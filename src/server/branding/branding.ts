import { join } from 'node:path'
import type { HouseRules } from '#contract/house-rules-contract.ts'
import type { BrandingConfig } from '../config.ts'
import { createWebFile, type WebFiles } from '../http/web-files.ts'
import type { Log } from '../log.ts'
import { type Accent, deriveAccent } from './accent.ts'
import type { Mark } from './drawings.ts'

/** The looks of this pool: what the operator has set, ready for use. */
export type Branding = {
  readonly name: string
  readonly accent: Accent | null
  readonly logo: Logo | null
  readonly rules: HouseRules | null
  /** What stands for the pool in pictures. */
  readonly mark: Mark
  /** Files that replace those of the build: icons and pictures in the pool's looks. */
  readonly files: WebFiles
}

/** A wide logo is taken for a wordmark: it contains the pool's name, which then does not stand beside it. */
export type Logo = {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly isWordmark: boolean
}

const minWordmarkRatio = 2.2

/** The product's own name, which the pool has without a setting. */
export const productName = 'Player Pool'

export const defaultBranding: Branding = {
  name: productName,
  accent: null,
  logo: null,
  rules: null,
  mark: { kind: 'flag', colour: '#6b3fa0' },
  files: new Map(),
}

/** Reads the files and draws the pictures, once at the start. Throws `BrandingError`. */
export async function loadBranding(
  { name, logoFile, accent: colour, rulesFile }: BrandingConfig,
  webFolder: string,
  log: Log,
): Promise<Branding> {
  const accent = colour === null ? null : deriveAccent(colour)
  if (colour !== null && accent) logAdjustment(colour, accent, log)
  const isDefaultLook = name === productName && logoFile === null && accent === null
  // The libraries are loaded only where something is to be drawn or parsed.
  const rules = rulesFile === null ? null : (await import('./house-rules.ts')).readHouseRules(rulesFile)
  if (isDefaultLook) return { ...defaultBranding, rules }
  const [{ readLogo }, { drawFavicon, drawIcon, drawSharePicture }] = await Promise.all([
    import('./logo.ts'),
    import('./drawings.ts'),
  ])
  const drawing = logoFile === null ? null : readLogo(logoFile)
  const mark = drawing
    ? ({ kind: 'logo', logo: drawing } as const)
    : accent
      ? ({ kind: 'flag', colour: accent.light.accent } as const)
      : defaultBranding.mark
  const files: WebFiles = new Map()
  const add = (path: string, content: string | Buffer) => files.set(path, createWebFile(path, content))
  add('/share.png', drawSharePicture({ name, mark }, join(webFolder, 'fonts')))
  if (drawing || accent) {
    add('/icon-192.png', drawIcon(mark, { size: 192, share: 0.78, corner: 0.18 }))
    add('/icon-512.png', drawIcon(mark, { size: 512, share: 0.78, corner: 0.18 }))
    add('/icon-maskable-512.png', drawIcon(mark, { size: 512, share: 0.56, corner: 0 }))
  }
  if (drawing) add('/icon.svg', drawFavicon(drawing))
  return { name, accent, logo: drawing && addLogo(files, drawing), rules, mark, files }
}

/** Its name is a hash of its content, so that browsers may keep it for ever. */
function addLogo(files: WebFiles, { png, width, height }: { png: Buffer; width: number; height: number }): Logo {
  const file = createWebFile('/assets/logo.png', png)
  const path = `/assets/logo-${file.etag.slice(0, 8)}.png`
  files.set(path, file)
  return { path, width, height, isWordmark: width / height >= minWordmarkRatio }
}

function logAdjustment(colour: string, { light, dark }: Accent, log: Log): void {
  for (const [theme, { accent }] of Object.entries({ light, dark })) {
    if (accent !== colour)
      log.info(`POOL_ACCENT ${colour} is ${accent} in the ${theme} theme, so that text in this colour can be read.`)
  }
}
