import board from '#web/board/board-table.module.css'
import { pictureKey } from './offline-cache-owner.ts'

/** A text, or the name of an element, its attributes and what is in it. */
export type PictureNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: PictureNode[]]

/**
 * What the screen of the pool last looked like, as far as it fits into the window. `early.ts` draws it before the app's
 * scripts have been read. Names of fields are stored in browsers.
 */
export type BoardPicture = {
  /** The subject at the sign-in provider of the person who saw it. */
  readonly of: string
  /** The path and query of the page. */
  readonly path: string
  /** The width of the window, on which the height of every row depends. */
  readonly width: number
  /** The addresses of the build's style sheets. Classes of another build would mean something else. */
  readonly styles: readonly string[]
  readonly nodes: readonly PictureNode[]
}

const picturedPath = '/pool'
const minRowHeight = 50
const forbiddenTags = ['script', 'iframe', 'object', 'embed', 'base', 'link', 'meta', 'style']

/** Keeps a picture of the pool's board, if it is what the page shows, from its first row and without a search. */
export function keepBoardPicture(subject: string): void {
  const root = document.getElementById('root')
  if (root === null || location.pathname + location.search + location.hash !== picturedPath) return
  const firstRow = root.querySelector('tbody tr')
  const search = root.querySelector<HTMLInputElement>('input[type="search"]')
  if (firstRow?.getAttribute('aria-rowindex') !== '2' || (search?.value ?? '') !== '') return
  const picture: BoardPicture = {
    of: subject,
    path: picturedPath,
    width: window.innerWidth,
    styles: listStyles(root),
    nodes: [...root.childNodes].flatMap(toNodes),
  }
  try {
    localStorage.setItem(pictureKey, JSON.stringify(picture))
  } catch {
    // If storage is blocked or full, there is no picture.
  }
}

/** The page's own style sheet, and of those that other parts of the app have loaded, what the picture needs. */
function listStyles(root: HTMLElement): string[] {
  const [first, ...others] = [...document.styleSheets].filter((sheet) => sheet.href !== null)
  const used = new Set([...root.querySelectorAll('[class]')].flatMap((element) => [...element.classList]))
  const sheets = [first, ...others.filter((sheet) => listClasses(sheet).some((name) => used.has(name)))]
  return sheets.flatMap((sheet) => (sheet?.href ? [new URL(sheet.href).pathname] : []))
}

function listClasses(sheet: CSSStyleSheet): string[] {
  const selectors = [...sheet.cssRules].map((rule) => (rule instanceof CSSStyleRule ? rule.selectorText : ''))
  return selectors.join().match(/(?<=\.)[\w-]+/g) ?? []
}

function toNodes(node: Node): PictureNode[] {
  if (node instanceof Text) return node.data === '' ? [] : [node.data]
  if (!(node instanceof Element) || forbiddenTags.includes(node.localName)) return []
  const attributes = Object.fromEntries(
    [...node.attributes].filter(({ name }) => !name.startsWith('on')).map(({ name, value }) => [name, value]),
  )
  const children = node instanceof HTMLTableSectionElement ? toRows(node) : [...node.childNodes].flatMap(toNodes)
  return [[node.localName, attributes, ...children]]
}

/** The rows that can be in the window, and one that takes the space of the others. */
function toRows(section: HTMLTableSectionElement): PictureNode[] {
  const rows = [...section.rows]
  const shown = rows.slice(0, Math.ceil(window.innerHeight / minRowHeight))
  const nodes = shown.flatMap(toNodes)
  const last = shown.at(-1)
  if (last === undefined || shown.length === rows.length) return nodes
  const height = section.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
  const spacer = { class: board.spacer ?? '', style: `height:${height}px`, 'aria-hidden': 'true' }
  return [...nodes, ['tr', spacer, ['td', {}]]]
}
