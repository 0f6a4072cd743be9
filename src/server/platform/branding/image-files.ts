import { BrandingError, readSmallFile } from './small-file.ts'

const maxBytes = 512 * 1024
const maxSide = 4096
const iconSide = 512
const svgHeight = 256
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads `POOL_LOGO`, a PNG or SVG. Throws `BrandingError`. */
export function readLogo(file: string) {
  const refuse = (reason: string) => new BrandingError('POOL_LOGO', file, reason)
  const bytes = readSmallFile('POOL_LOGO', file, maxBytes)
  return isPng(bytes) ? readPng(bytes, refuse) : readSvg(bytes, refuse)
}

/** Reads `POOL_ICON`, a square PNG. Throws `BrandingError`. */
export function readIcon(file: string): Buffer {
  const refuse = (reason: string) => new BrandingError('POOL_ICON', file, reason)
  const bytes = readSmallFile('POOL_ICON', file, maxBytes)
  if (!isPng(bytes)) throw refuse('it is not a PNG')
  const { width, height } = readPng(bytes, refuse)
  if (width !== iconSide || height !== iconSide)
    throw refuse(`it has ${width} x ${height} pixels instead of ${iconSide} x ${iconSide}`)
  return bytes
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(pngSignature)
}

function readPng(bytes: Buffer, refuse: (reason: string) => Error) {
  if (bytes.length < 24 || !bytes.includes('IEND')) throw refuse('it is damaged')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width < 1 || height < 1 || width > maxSide || height > maxSide)
    throw refuse(`a PNG must have between 1 and ${maxSide} pixels each way`)
  return { bytes, extension: 'png' as const, width, height }
}

/** Refuses SVGs that a browser would show differently in an `<img>`, which gets no other files, fonts or scripts. */
function readSvg(bytes: Buffer, refuse: (reason: string) => Error) {
  const svg = bytes.toString('utf8')
  const [root] = /<svg(\s[^>]*)?>/.exec(svg) ?? []
  if (root === undefined) throw refuse('it is neither a PNG nor an SVG')
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
  const [width, height] = readSvgSize(root)
  if (!(width > 0 && height > 0)) throw refuse('an SVG must have a viewBox, or a width and a height')
  // Pages need whole numbers in the same ratio.
  return { bytes, extension: 'svg' as const, width: Math.round((svgHeight * width) / height), height: svgHeight }
}

function readSvgSize(root: string): [width: number, height: number] {
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(root)?.[1]
  const [, , width, height] =
    attribute('viewBox')
      ?.trim()
      .split(/[\s,]+/) ?? []
  const toNumber = (text = '') => Number.parseFloat(text)
  return [toNumber(width ?? attribute('width')), toNumber(height ?? attribute('height'))]
}
