import type { PageSettings } from '#contract/page-settings.ts'
import { type Podium, toPodiumHeadline, toSharingText } from '#domain/standings/podium.ts'

type Result = Pick<PageSettings, 'name' | 'logo'> & { readonly tournament: string; readonly podium: Podium }

const size = { width: 1200, height: 630 }
const [left, right] = [80, 1120]
const face = '"Archivo Wide", "Archivo Wide Fallback", sans-serif'
/** Of the light theme, whatever the viewer's, because a picture is read by others. */
const [paper, ink, inkSoft, purple] = ['#f4f5f2', '#15181a', '#4b5255', '#6b3fa0']

/** Draws a PNG with the champion and the top three of an ended tournament. */
export async function drawResult({ name, logo, tournament, podium }: Result): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw.')
  const lines = podium.lines.map(({ standing }) => standing)
  const headline = toPodiumHeadline(podium, true)
  const letters = [name, tournament, headline, ...lines.map(({ displayName }) => displayName)].join('')
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
  drawText(context, `${tournament} - Final`, { x: left, y: 222, size: 34, width, colour: inkSoft })
  drawText(context, headline, { x: left, y: 316, size: 80, width })
  for (const [index, { position, displayName, toPar }] of lines.entries()) {
    const y = 410 + index * 68
    drawLine(context, y - 48, 1, inkSoft)
    drawText(context, position, { x: left, y, size: 36, width: 90 })
    drawText(context, displayName, { x: left + 110, y, size: 36, width: 730 })
    drawText(context, toPar, { x: right, y, size: 44, width: 160, align: 'right' })
  }
  drawText(context, toSharingText(podium), { x: left, y: 606, size: 26, width, colour: inkSoft })
  return toPng(canvas)
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

/** Smaller if that is enough to fit, and otherwise clipped. */
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
