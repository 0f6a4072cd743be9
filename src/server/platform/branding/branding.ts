import type { PageSettings } from '#contract/page-settings.ts'
import { createWebFile, type WebFiles } from '#server/platform/http/web-files.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { BrandingConfig } from '#server/platform/settings/config.ts'
import type { Accent } from './accent.ts'
import { readIcon, readLogo } from './image-files.ts'

/** The pool's branding, read from the operator's settings. */
export type Branding = Awaited<ReturnType<typeof loadBranding>>

/** A wide logo is treated as a wordmark: it contains the pool's name, which is then not shown beside it. */
type Logo = NonNullable<PageSettings['logo']>

const minWordmarkRatio = 2.2

/** The product's name, which is the default name of a pool. */
export const productName = 'Player Pool'

/** Browsers show an SVG in an `<img>`, which runs no scripts; opened as a document, it can do nothing either. */
const logoPolicy = "default-src 'none'; sandbox"

/**
 * Reads the files once at startup. Throws `BrandingError`. `hasOwnIcon`: whether `POOL_ICON` replaces the built-in icons. `files`:
 * the logo and the icons, which replace those of the build.
 */
export async function loadBranding({ name, logoFile, iconFile, accent: colour }: BrandingConfig, log: Log) {
  // The arithmetic of colours is loaded only where it is needed.
  const accent = colour === null ? null : (await import('./accent.ts')).deriveAccent(colour)
  if (colour !== null && accent) logAdjustment(colour, accent, log)
  const files: WebFiles = new Map()
  const logo = logoFile === null ? null : addLogo(files, logoFile)
  const icon = iconFile === null ? null : readIcon(iconFile)
  if (icon) {
    for (const path of ['/icon-192.png', '/icon-512.png']) files.set(path, createWebFile(path, icon))
    files.set('/icon.svg', createWebFile('/icon.svg', wrapIcon(icon)))
  }
  return { name, accent, logo, hasOwnIcon: icon !== null, files }
}

/** The file name is a hash of the content, so that browsers can cache the file indefinitely. */
function addLogo(files: WebFiles, logoFile: string): Logo {
  const { bytes, extension, width, height } = readLogo(logoFile)
  const file = createWebFile(`/assets/logo.${extension}`, bytes)
  const path = `/assets/logo-${file.etag.slice(0, 8)}.${extension}`
  files.set(path, extension === 'svg' ? { ...file, policy: logoPolicy } : file)
  return { path, width, height, isWordmark: width / height >= minWordmarkRatio }
}

/** Wraps the icon in an SVG, because the address of the pages' favicon ends in `.svg`. */
function wrapIcon(png: Buffer): string {
  const address = `data:image/png;base64,${png.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><image width="512" height="512" href="${address}"/></svg>`
}

function logAdjustment(colour: string, { light, dark }: Accent, log: Log): void {
  for (const [theme, { accent }] of Object.entries({ light, dark })) {
    if (accent !== colour)
      log.info(`POOL_ACCENT ${colour} becomes ${accent} in the ${theme} theme, to keep text readable.`)
  }
}
