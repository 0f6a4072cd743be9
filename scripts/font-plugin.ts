import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont, { type SubsetOptions } from 'subset-font'
import type { Plugin } from 'vite'

/**
 * Subsets Archivo for the app: a narrow text face with a weight axis, and one static heavy instance of the wide width.
 * Both axes over the characters of a page of names would take 60 KB. Characters beyond Latin-1 are in separate files, fetched
 * only when a name needs them.
 */

const printable = range(0x20, 0x7e)
const latin1Letters = `${range(0xc0, 0xd6)}${range(0xd8, 0xf6)}${range(0xf8, 0xff)}`
const marks = '·…’‘“”‹›–—×−©'
const centralEuropeanLetters = 'ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽž'

const latin = printable + marks + latin1Letters

const textFace = { wdth: 88, wght: { min: 400, max: 700 } }
const wideFace = { wdth: 116, wght: 800 }

const faces = [
  { file: 'archivo-text.woff2', source: 'latin', text: latin, axes: textFace },
  { file: 'archivo-text-ext.woff2', source: 'latin-ext', text: centralEuropeanLetters, axes: textFace },
  { file: 'archivo-wide.woff2', source: 'latin', text: latin, axes: wideFace },
  { file: 'archivo-wide-ext.woff2', source: 'latin-ext', text: centralEuropeanLetters, axes: wideFace },
]

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** Writes the font files into `folder`, unless the existing ones were built from the same recipe. */
export function fontPlugin(folder: string): Plugin {
  return {
    name: 'player-pool:fonts',
    buildStart: () => cutFaces(folder),
    // The server's pages need the fonts under stable names, with their style sheet.
    generateBundle() {
      for (const { file } of faces)
        this.emitFile({ type: 'asset', fileName: `fonts/${file}`, source: readFileSync(join(folder, file)) })
      const sheets = ['fonts', 'tokens', 'base', 'account'].map((name) =>
        readFileSync(join(folder, `../styles/${name}.css`), 'utf8'),
      )
      const css = sheets
        .join('')
        .replaceAll('../fonts/', '/fonts/')
        .replaceAll(/^@import.*$/gm, '')
      this.emitFile({ type: 'asset', fileName: 'account.css', source: css })
    },
  }
}

async function cutFaces(folder: string): Promise<void> {
  const recipe = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  const stamp = join(folder, '.recipe')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === recipe) return
  mkdirSync(folder, { recursive: true })
  for (const { file, source, text, axes } of faces) {
    writeFileSync(join(folder, file), await subsetFont(readSource(source), text, toOptions(axes)))
  }
  writeFileSync(stamp, recipe)
}

function toOptions(variationAxes: SubsetOptions['variationAxes']): SubsetOptions {
  return {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: ['tnum', 'lnum', 'kern', 'mark', 'ccmp'],
    noHinting: true,
    dropTables: ['gasp', 'STAT'],
  }
}

function readSource(subset: string): Buffer {
  const file = `@fontsource-variable/archivo/files/archivo-${subset}-standard-normal.woff2`
  return readFileSync(createRequire(import.meta.url).resolve(file))
}
