import { BrandingError } from './branding-error.ts'
import { type Drawing, drawLogo, wrapPng } from './drawings.ts'
import { readSmallFile } from './small-file.ts'

/** Sharp on every screen, because logos are shown at most 60 px high. */
const box = { width: 1024, height: 256 }
const maxBytes = 512 * 1024
const maxSide = 4096
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Reads `POOL_LOGO`, a PNG or SVG, and draws it: browsers get a PNG with the same pixels and never the file, so scripts in
 * an SVG never run (docs/security.md, 8.4). Throws `BrandingError`.
 */
export function readLogo(file: string): Drawing {
  const refuse = (reason: string) => new BrandingError('POOL_LOGO', file, reason)
  const bytes = readSmallFile('POOL_LOGO', file, maxBytes)
  const svg = bytes.subarray(0, 8).equals(pngSignature) ? toSvgOfPng(bytes, refuse) : toSafeSvg(bytes, refuse)
  try {
    return drawLogo(svg, box)
  } catch {
    throw refuse('it is damaged, or uses something that is not supported')
  }
}

function toSvgOfPng(png: Buffer, refuse: (reason: string) => Error): string {
  if (png.length < 24) throw refuse('it is damaged')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (width < 1 || height < 1 || width > maxSide || height > maxSide)
    throw refuse(`a PNG must have between 1 and ${maxSide} pixels each way`)
  return wrapPng(png, width, height)
}

/** Refuses SVGs that need other files or fonts, or that expand to many times their size in memory. */
function toSafeSvg(bytes: Buffer, refuse: (reason: string) => Error): string {
  const svg = bytes.toString('utf8')
  if (!/<svg[\s>]/.test(svg)) throw refuse('it is neither a PNG nor an SVG')
  if (/<!(DOCTYPE|ENTITY)/i.test(svg))
    throw refuse('an SVG must not have a DOCTYPE or entities; save it as "plain SVG"')
  if (/<(script|foreignObject|iframe)\b/i.test(svg)) throw refuse('an SVG must not contain script or HTML')
  if (/<(text|tspan)\b/i.test(svg)) throw refuse('an SVG must not contain text; convert its text to paths')
  const references = [...svg.matchAll(/\bhref\s*=\s*["']\s*([^"']*)/gi)].map(([, target = '']) => target)
  if (
    references.some((target) => !/^(#|data:image\/(png|jpeg);)/i.test(target)) ||
    /url\(\s*["']?\s*[^#"'\s]/i.test(svg)
  )
    throw refuse('an SVG must not refer to other files')
  return svg
}
