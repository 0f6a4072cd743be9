import { join } from 'node:path'
import type { HouseRules } from '#contract/house-rules-contract.ts'
import type { BrandingConfig } from '../config.ts'
import { createWebFile, type WebFiles } from '../http/web-files.ts'
import type { Log } from '../log.ts'
import { type Accent, deriveAccent } from './accent.ts'
import type { Drawing, Mark } from './drawings.ts'

/** The pool's branding, read from the operator's settings. */
export type Branding = {
  readonly name: string
  readonly accent: Accent | null
  readonly logo: Logo | null
  readonly rules: HouseRules | null
  /** The pool's mark in pictures. */
  readonly mark: Mark
  /** Branded icons and pictures, which replace those of the build. */
  readonly files: WebFiles
}

/** A wide logo is treated as a wordmark: it contains the pool's name, which is then not shown beside it. */
export type Logo = {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly isWordmark: boolean
}

const minWordmarkRatio = 2.2

/** The product's name, which is the default name of a pool. */
export const productName = 'Player Pool'

export const defaultBranding: Branding = {
  name: productName,
  accent: null,
  logo: null,
  rules: null,
  mark: { kind: 'flag', colour: '#6b3fa0' },
  files: new Map(),
}

/** Reads the files and draws the pictures once at startup. Throws `BrandingError`. */
export async function loadBranding(
  { name, logoFile, accent: colour, rulesFile }: BrandingConfig,
  webFolder: string,
  log: Log,
): Promise<Branding> {
  const accent = colour === null ? null : deriveAccent(colour)
  if (colour !== null && accent) logAdjustment(colour, accent, log)
  const isDefaultLook = name === productName && logoFile === null && accent === null
  // The libraries are loaded only if there is something to draw or parse.
  const rules = rulesFile === null ? null : (await import('./house-rules.ts')).readHouseRules(rulesFile)
  if (isDefaultLook) return { ...defaultBranding, rules }
  const [{ readLogo }, { drawFavicon, drawIcon, drawSharePicture }] = await Promise.all([
    import('./logo.ts'),
    import('./drawings.ts'),
  ])
  const drawing = logoFile === null ? null : readLogo(logoFile)
  const mark = toMark(drawing, accent)
  const files: WebFiles = new Map()
  const add = (path: string, content: string | Buffer) => files.set(path, createWebFile(path, content))
  add('/share.png', drawSharePicture({ name, mark }, join(webFolder, 'fonts')))
  if (drawing || accent) {
    add('/icon-192.png', drawIcon(mark, { size: 192, markShare: 0.78, corner: 0.18 }))
    add('/icon-512.png', drawIcon(mark, { size: 512, markShare: 0.78, corner: 0.18 }))
    add('/icon-maskable-512.png', drawIcon(mark, { size: 512, markShare: 0.56, corner: 0 }))
  }
  if (drawing) add('/icon.svg', drawFavicon(drawing))
  return { name, accent, logo: drawing && addLogo(files, drawing), rules, mark, files }
}

function toMark(drawing: Drawing | null, accent: Accent | null): Mark {
  if (drawing) return { kind: 'logo', logo: drawing }
  return accent ? { kind: 'flag', colour: accent.light.accent } : defaultBranding.mark
}

/** Its name is a hash of its content, so that browsers can cache it indefinitely. */
function addLogo(files: WebFiles, { png, width, height }: Drawing): Logo {
  const file = createWebFile('/assets/logo.png', png)
  const path = `/assets/logo-${file.etag.slice(0, 8)}.png`
  files.set(path, file)
  return { path, width, height, isWordmark: width / height >= minWordmarkRatio }
}

function logAdjustment(colour: string, { light, dark }: Accent, log: Log): void {
  for (const [theme, { accent }] of Object.entries({ light, dark })) {
    if (accent !== colour)
      log.info(`POOL_ACCENT ${colour} becomes ${accent} in the ${theme} theme, to keep text readable.`)
  }
}
