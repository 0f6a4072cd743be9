import { renderAsync } from '@resvg/resvg-js'
import { type Podium, toPodiumHeadline, toSharingText } from '#domain/standings/podium.ts'
import { html } from '../http/html.ts'
import { ink, inkSoft, type Mark, paper, placeMark, toFonts, toSvg } from './drawings.ts'

/** The content of the picture of an ended tournament. Without a podium, it contains no names (docs/security.md, 8.6). */
export type ResultPicture = {
  readonly poolName: string
  readonly tournament: string
  readonly podium: Podium | null
}

const size = { width: 1200, height: 630 }
const [left, right] = [80, 1120]

/** Draws a PNG outside the event loop. `fontFolder` contains the fonts of the build. */
export async function drawResultPicture(result: ResultPicture, mark: Mark, fontFolder: string): Promise<Buffer> {
  const { poolName, tournament, podium } = result
  const content = html`<rect width="${size.width}" height="${size.height}" fill="${paper}"/>
    ${placeMark(mark, { x: left - (mark.kind === 'flag' ? 8 : 0), y: 44, width: mark.kind === 'flag' ? 80 : 200, height: 80 }, 'xMinYMid')}
    <g font-family="Archivo" font-weight="800" fill="${ink}">
    ${toText(poolName, { x: right, y: 100, max: 34, width: 760, anchor: 'end' })}
    <path d="M${left} 150h${right - left}" stroke="${ink}" stroke-width="6"/>
    <path d="M${left} 161h${right - left}" stroke="${ink}" stroke-width="2"/>
    ${podium ? drawPodium(tournament, podium) : drawTournament(tournament)}</g>`
  const text = [poolName, tournament, ...(podium?.leaders ?? []), ...listNames(podium)].join('')
  const image = await renderAsync(toSvg(size.width, size.height, content).text, { font: toFonts(text, fontFolder) })
  return image.asPng()
}

function listNames(podium: Podium | null): string[] {
  return podium?.lines.map(({ standing }) => standing.displayName) ?? []
}

function drawTournament(tournament: string) {
  return html`${toText('Final', { x: left, y: 260, max: 48, width: 400, fill: inkSoft })}
    ${toText(tournament, { x: left, y: 390, max: 110, width: right - left })}
    ${toText('See how the pool ended', { x: left, y: 540, max: 34, width: right - left, fill: inkSoft })}`
}

function drawPodium(tournament: string, podium: Podium) {
  const lines = podium.lines.map(({ standing: { position, displayName, toPar } }, index) => {
    const y = 410 + index * 68
    return html`<path d="M${left} ${y - 48}h${right - left}" stroke="${inkSoft}" stroke-width="1"/>
      ${toText(position, { x: left, y, max: 36, width: 90 })}
      ${toText(displayName, { x: left + 110, y, max: 36, width: 730 })}
      ${toText(toPar, { x: right, y, max: 44, width: 160, anchor: 'end' })}`
  })
  return html`${toText(`${tournament} - Final`, { x: left, y: 222, max: 34, width: right - left, fill: inkSoft })}
    ${toText(toPodiumHeadline(podium, true), { x: left, y: 316, max: 80, width: right - left })}
    ${lines}
    ${toText(toSharingText(podium), { x: left, y: 606, max: 26, width: right - left, fill: inkSoft })}`
}

type TextBox = { x: number; y: number; max: number; width: number; anchor?: 'start' | 'end'; fill?: string }

/** As large as fits: characters of the wide font are about 0.7 em wide, and those of other scripts 1 em. */
function toText(text: string, { x, y, max, width, anchor = 'start', fill = ink }: TextBox) {
  const units = Array.from(text).reduce((sum, letter) => sum + (letter > '\u024f' ? 1 : 0.7), 0)
  const fontSize = Math.min(max, width / Math.max(1, units))
  return html`<text x="${x}" y="${y}" font-size="${fontSize.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${text}</text>`
}
