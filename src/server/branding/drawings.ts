import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import { type Html, html, trustedHtml } from '../http/html.ts'

/** The pool's pictures, drawn once at startup: its logo, the icons of the installed app, and the picture of shared links. */

/** The operator's logo, or the product's flag in the pool's colour. */
export type Mark =
  | { readonly kind: 'logo'; readonly logo: Drawing }
  | { readonly kind: 'flag'; readonly colour: string }

export type Drawing = { readonly png: Buffer; readonly width: number; readonly height: number }

export const paper = '#f4f5f2'
export const ink = '#15181a'
export const inkSoft = '#4b5255'

const withoutFonts: ResvgRenderOptions = { font: { loadSystemFonts: false } }

/** Draws an SVG as large as the box allows. Throws if it is invalid. */
export function drawLogo(svg: string, box: { width: number; height: number }): Drawing {
  const { width, height } = new Resvg(svg, withoutFonts)
  const fitTo =
    width / height > box.width / box.height
      ? ({ mode: 'width', value: box.width } as const)
      : ({ mode: 'height', value: box.height } as const)
  const image = new Resvg(svg, { ...withoutFonts, fitTo }).render()
  // The library silently omits images that it cannot read.
  const isEmpty = image.pixels.every((value, index) => index % 4 !== 3 || value === 0)
  if (isEmpty) throw new Error('The picture is empty.')
  return { png: image.asPng(), width: image.width, height: image.height }
}

/** Wraps a PNG in an SVG, so that it is redrawn: only its pixels are kept. */
export function wrapPng(png: Buffer, width: number, height: number): string {
  return toSvg(width, height, placeImage(png, { x: 0, y: 0, width, height })).text
}

/** `markShare` is the mark's fraction of the width. Devices may crop a maskable icon to its central 80 %. */
export function drawIcon(
  mark: Mark,
  { size, markShare, corner }: { size: number; markShare: number; corner: number },
): Buffer {
  const side = size * markShare
  const inset = (size - side) / 2
  const picture = html`<rect width="${size}" height="${size}" rx="${size * corner}" fill="${paper}"/>
    ${placeMark(mark, { x: inset, y: inset, width: side, height: side })}`
  return new Resvg(toSvg(size, size, picture).text, withoutFonts).render().asPng()
}

/** The favicon. Browsers draw an SVG icon at any size. */
export function drawFavicon({ png, width, height }: Drawing): string {
  const side = Math.max(width, height)
  const box = { x: (side - width) / 2, y: (side - height) / 2, width, height }
  return toSvg(side, side, placeImage(png, box)).text
}

const shareSize = { width: 1200, height: 630 }
const margin = 80

/** The picture of a shared link: the pool's mark and name. `fontFolder` has the fonts of the build. */
export function drawSharePicture({ name, mark }: { name: string; mark: Mark }, fontFolder: string): Buffer {
  const { width, height } = shareSize
  const options = { font: toFonts(name, fontFolder) }
  const lines = fitText(name, width - 2 * margin, options)
  const isFlag = mark.kind === 'flag'
  const lineHeight = lines.size * 1.08
  const first = 372 - ((lines.texts.length - 1) * lineHeight) / 2
  const picture = html`<rect width="${width}" height="${height}" fill="${paper}"/>
    <path d="M${margin} 500h${width - 2 * margin}" stroke="${ink}" stroke-width="6"/>
    <path d="M${margin} 511h${width - 2 * margin}" stroke="${ink}" stroke-width="2"/>
    ${placeMark(mark, { x: margin - (isFlag ? 16 : 0), y: 64, width: isFlag ? 150 : 520, height: 150 }, 'xMinYMid')}
    <g font-family="Archivo" fill="${ink}" font-weight="800">
    ${lines.texts.map((line, index) => toText(line, margin, first + index * lineHeight, lines.size))}</g>
    <text x="${margin}" y="572" font-family="Archivo" font-size="34" fill="${inkSoft}">A golf tournament pool with a live leaderboard</text>`
  return new Resvg(toSvg(width, height, picture).text, options).render().asPng()
}

/** One line, or two if they can be larger. */
function fitText(name: string, width: number, options: ResvgRenderOptions): { texts: string[]; size: number } {
  const sizeOf = (texts: readonly string[]) => {
    const measured = texts.map((text) => measure(text, options))
    return Math.min(texts.length === 1 ? 136 : 108, (100 * width) / Math.max(1, ...measured))
  }
  const choices = [[name], ...listSplits(name)].map((texts) => ({ texts, size: sizeOf(texts) }))
  return choices.reduce((best, next) => (next.size > best.size ? next : best))
}

function listSplits(name: string): string[][] {
  const words = name.split(' ')
  return words.slice(1).map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
}

/** The width of a text of size 100. */
function measure(text: string, options: ResvgRenderOptions): number {
  const svg = toSvg(20_000, 200, html`<g font-family="Archivo" font-weight="800">${toText(text, 0, 100, 100)}</g>`)
  return new Resvg(svg.text, options).innerBBox()?.width ?? 0
}

function toText(text: string, x: number, y: number, size: number): Html {
  return html`<text x="${x}" y="${y}" font-size="${size}" letter-spacing="${-0.02 * size}">${text}</text>`
}

/** System fonts are slow to load, so they are used only for characters that ours lack. */
export function toFonts(text: string, folder: string): NonNullable<ResvgRenderOptions['font']> {
  const fontFiles = ['share.ttf', 'share-ext.ttf'].map((file) => join(folder, file)).filter((file) => existsSync(file))
  const loadSystemFonts = fontFiles.length === 0 || /[^\u0020-\u017e\u2010-\u2026]/.test(text)
  return { fontFiles, loadSystemFonts, defaultFontFamily: 'Archivo' }
}

type Box = { x: number; y: number; width: number; height: number }

export function placeMark(mark: Mark, box: Box, align = 'xMidYMid'): Html {
  if (mark.kind === 'logo') return placeImage(mark.logo.png, box, align)
  const scale = Math.min(box.width, box.height) / 32
  return html`<g transform="translate(${box.x} ${box.y}) scale(${scale})" stroke="${ink}" stroke-width="2.5" fill="none">
    <path d="M11 4v21" stroke-linecap="square"/><path d="M12.2 4.5 26 9.75 12.2 15z" fill="${mark.colour}" stroke="none"/>
    <path d="M4 27.5h24"/></g>`
}

function placeImage(png: Buffer, { x, y, width, height }: Box, align = 'xMidYMid'): Html {
  const address = `data:image/png;base64,${png.toString('base64')}`
  return html`<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${align} meet" href="${address}"/>`
}

export function toSvg(width: number, height: number, content: Html): Html {
  return html`${trustedHtml('<svg xmlns="http://www.w3.org/2000/svg"')} viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`
}
