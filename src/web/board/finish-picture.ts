import type { PageSettings } from '#contract/page-settings.ts'
import { toOutText } from '#domain/standings/entry-figures.ts'
import type { Standing } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'

/** A user's entries in a tournament. */
type Finish = Pick<PageSettings, 'name' | 'logo'> & {
  readonly tournament: string
  readonly status: string
  readonly own: readonly Standing[]
  /** The entries of all users. */
  readonly of: number
}

const size = { width: 1200, height: 630 }
const [left, right] = [80, 1120]
const face = '"Archivo Wide", "Archivo Wide Fallback", sans-serif'
/** Colours of the light theme: the picture is for other people, whose theme is unknown. */
const [paper, ink, inkSoft, purple] = ['#f4f5f2', '#15181a', '#4b5255', '#6b3fa0']

/** Draws a PNG with the places of a user's entries, and the golfers who count. */
export async function drawFinish({ name, logo, tournament, status, own, of }: Finish): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw.')
  const headline = own[0]?.userName ?? ''
  const letters = [name, tournament, status, headline, ...own.map(toCounting), '0123456789'].join('')
  // Without its font or its logo, a picture is still good.
  const [image] = await Promise.all([
    logo && loadImage(logo.path).catch(() => null),
    document.fonts.load(`800 80px ${face}`, letters).catch(() => null),
  ])

  context.fillStyle = paper
  context.fillRect(0, 0, size.width, size.height)
  if (image && logo) {
    const scale = Math.min(200 / logo.width, 80 / logo.height)
    const [width, height] = [logo.width * scale, logo.height * scale]
    context.drawImage(image, left, 84 - height / 2, width, height)
  } else drawFlag(context)
  drawText(context, name, { x: right, y: 100, size: 34, width: 760, align: 'right' })
  drawLine(context, 150, 6)
  drawLine(context, 161, 2)
  const width = right - left
  drawText(context, `${tournament} - ${status}`, { x: left, y: 222, size: 34, width, colour: inkSoft })
  drawText(context, headline, { x: left, y: 316, size: 80, width })
  for (const [index, standing] of own.entries()) {
    const y = 416 + index * 68
    drawLine(context, y - 48, 1, inkSoft)
    drawText(context, standing.position, { x: left, y, size: 44, width: 150 })
    drawText(context, toCounting(standing), { x: left + 170, y, size: 28, width: 690, colour: inkSoft })
    drawText(context, standing.toPar, { x: right, y, size: 44, width: 160, align: 'right' })
  }
  drawText(context, toPlacesText(of), { x: left, y: 606, size: 26, width, colour: inkSoft })
  return toPng(canvas)
}

/** The text alternative of the picture. */
export function toFinishAlternative({ name, tournament, status, own, of }: Finish): string {
  const entries = own.map((standing) => {
    const place = standing.isDisqualified ? '' : `${standing.position}, ${standing.toPar}, `
    return `Entry ${standing.entryNumber}: ${place}${toCounting(standing)}.`
  })
  return [`${name}, ${tournament} - ${status}: ${own[0]?.userName}.`, ...entries, toPlacesText(of)].join(' ')
}

function toPlacesText(of: number): string {
  return `Places are out of ${formatNumber(of)} entries.`
}

/** "S. Teeter -17, L. Yardley -9, A. Drumgorse -2": the golfers who count, or why the entry is out. */
function toCounting(standing: Standing): string {
  const counting = standing.golfers.filter(({ isDropped }) => !isDropped)
  return toOutText(standing) ?? counting.map(({ golfer }) => `${golfer.shortName} ${golfer.toPar}`).join(', ')
}

async function loadImage(path: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = path
  await image.decode()
  return image
}

/** The product's flag, as in `icon.svg`. */
function drawFlag(context: CanvasRenderingContext2D): void {
  context.save()
  context.translate(left - 8, 44)
  context.scale(2.5, 2.5)
  context.fillStyle = ink
  context.fill(new Path2D('M9.75 2.75h2.5v23.5h-2.5zM4 26.25h24v2.5H4z'))
  context.fillStyle = purple
  context.fill(new Path2D('M12.2 4.5 26 9.75 12.2 15z'))
  context.restore()
}

function drawLine(context: CanvasRenderingContext2D, y: number, height: number, colour = ink): void {
  context.fillStyle = colour
  context.fillRect(left, y - height / 2, right - left, height)
}

type TextBox = { x: number; y: number; size: number; width: number; align?: 'left' | 'right'; colour?: string }

/** Draws one line of text, down to half its size if it is too wide, then clipped. */
function drawText(context: CanvasRenderingContext2D, text: string, box: TextBox): void {
  const { x, y, width, align = 'left', colour = ink } = box
  const setSize = (pixels: number) => {
    context.font = `800 ${pixels}px ${face}`
  }
  const measure = (clipped: string) => context.measureText(clipped).width
  setSize(box.size)
  setSize(box.size * Math.min(1, Math.max(0.5, width / measure(text))))
  let clipped = text
  for (let letters = [...text]; measure(clipped) > width; clipped = `${letters.join('').trimEnd()}…`)
    letters = letters.slice(0, -1)
  context.textAlign = align
  context.fillStyle = colour
  context.fillText(clipped, x, y)
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))))
  })
}
