/**
 * Draws the icons of the installed app and the picture of shared links into the app's public folder, from the flag in
 * `icon.svg`. Run `node scripts/draw-icons.ts` when the flag changes; the pictures are committed, because a build must not
 * need a browser.
 */
import { writeFileSync } from 'node:fs'
import { productName } from '../src/server/branding/branding.ts'
import { drawSharePicture } from '../src/server/branding/drawings.ts'
import { launchBrowser } from '../test/support/browser.ts'

const folder = 'src/web/public'

/** Devices may crop a maskable icon to its central circle of 80 %, so the flag stays inside. */
const pictures = [
  { file: 'icon-192.png', size: 192, flagShare: 0.78, corner: 0.18 },
  { file: 'icon-512.png', size: 512, flagShare: 0.78, corner: 0.18 },
  { file: 'icon-maskable-512.png', size: 512, flagShare: 0.56, corner: 0 },
] as const

function draw({ size, flagShare, corner }: (typeof pictures)[number]): string {
  const scale = (size * flagShare) / 32
  const inset = (size - 32 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display:block">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="#f4f5f2"/>
    <g transform="translate(${inset} ${inset}) scale(${scale})" stroke="#16191b" stroke-width="2.5" fill="none">
      <path d="M11 4v21" stroke-linecap="square"/>
      <path d="M12.2 4.5 26 9.75 12.2 15z" fill="#6b3fa0" stroke="none"/>
      <path d="M4 27.5h24"/>
    </g>
  </svg>`
}

const flag = { kind: 'flag', colour: '#6b3fa0' } as const
writeFileSync(`${folder}/share.png`, drawSharePicture({ name: productName, mark: flag }, 'src/web/fonts'))

const browser = await launchBrowser()
for (const picture of pictures) {
  const viewport = { width: picture.size, height: picture.size }
  const page = await browser.newPage({ viewport })
  await page.setContent(`<body style="margin:0;background:transparent">${draw(picture)}</body>`)
  writeFileSync(`${folder}/${picture.file}`, await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
