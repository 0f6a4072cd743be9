import board from '#web/board/board-table.module.css'
import { snapshotKey } from './offline-cache-owner.ts'

/** A text node, or an element's tag, attributes and children. */
export type SnapshotNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: SnapshotNode[]]

/**
 * The visible part of the pool screen as it last looked. `early.ts` draws it before the app's scripts have been
 * evaluated. Browsers store snapshots in this shape: renaming a field loses them.
 */
export type BoardSnapshot = {
  /** The subject (`sub`) of the user who saw it. */
  readonly of: string
  /** The path and query of the page. */
  readonly path: string
  /** The window width, on which the height of every row depends. */
  readonly width: number
  /** The URLs of the build's style sheets. Class names of another build may differ. */
  readonly styles: readonly string[]
  readonly nodes: readonly SnapshotNode[]
}

const snapshotPath = '/pool'
const minRowHeight = 50
const forbiddenTags = ['script', 'iframe', 'object', 'embed', 'base', 'link', 'meta', 'style']

/** Saves a snapshot if the page shows the pool's board from its first row and without a search. */
export function saveBoardSnapshot(subject: string): void {
  const root = document.getElementById('root')
  if (root === null || location.pathname + location.search + location.hash !== snapshotPath) return
  const firstRow = root.querySelector('tbody tr')
  const search = root.querySelector<HTMLInputElement>('input[type="search"]')
  if (firstRow?.getAttribute('aria-rowindex') !== '2' || (search?.value ?? '') !== '') return
  const snapshot: BoardSnapshot = {
    of: subject,
    path: snapshotPath,
    width: window.innerWidth,
    styles: listStyles(root),
    nodes: [...root.childNodes].flatMap(toNodes),
  }
  try {
    localStorage.setItem(snapshotKey, JSON.stringify(snapshot))
  } catch {
    // If storage is blocked or full, there is no snapshot.
  }
}

/** The page's own style sheet, and those of lazily loaded parts whose classes the snapshot uses. */
function listStyles(root: HTMLElement): string[] {
  const [first, ...others] = [...document.styleSheets].filter((sheet) => sheet.href !== null)
  const used = new Set([...root.querySelectorAll('[class]')].flatMap((element) => [...element.classList]))
  const sheets = [first, ...others.filter((sheet) => listClasses(sheet).some((name) => used.has(name)))]
  return sheets.flatMap((sheet) => (sheet?.href ? [new URL(sheet.href).pathname] : []))
}

function listClasses(sheet: CSSStyleSheet): string[] {
  const selectors = readRules(sheet).map((rule) => (rule instanceof CSSStyleRule ? rule.selectorText : ''))
  return selectors.join().match(/(?<=\.)[\w-]+/g) ?? []
}

function readRules(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    // The rules of a sheet that failed to load, such as that of an earlier build, cannot be read.
    return []
  }
}

function toNodes(node: Node): SnapshotNode[] {
  if (node instanceof Text) return node.data === '' ? [] : [node.data]
  if (!(node instanceof Element) || forbiddenTags.includes(node.localName)) return []
  const attributes = Object.fromEntries(
    [...node.attributes].filter(({ name }) => !name.startsWith('on')).map(({ name, value }) => [name, value]),
  )
  const children = node instanceof HTMLTableSectionElement ? toRows(node) : [...node.childNodes].flatMap(toNodes)
  return [[node.localName, attributes, ...children]]
}

/** The rows that fit in the window, and a spacer for the others. */
function toRows(section: HTMLTableSectionElement): SnapshotNode[] {
  const rows = [...section.rows]
  const shown = rows.slice(0, Math.ceil(window.innerHeight / minRowHeight))
  const nodes = shown.flatMap(toNodes)
  const last = shown.at(-1)
  if (last === undefined || shown.length === rows.length) return nodes
  const height = section.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
  const spacer = { class: board.spacer ?? '', style: `height:${height}px`, 'aria-hidden': 'true' }
  return [...nodes, ['tr', spacer, ['td', {}]]]
}
