/**
 * Runs before the first paint and before the app's scripts have been read. It must not import anything: see
 * `scripts/early-script-plugin.ts`.
 */
import type { BoardSnapshot, SnapshotNode } from './offline/board-snapshot.ts'

try {
  // Applied before the first paint, so that the page does not flash in the other theme.
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
} catch {
  // If storage is blocked, the system's theme applies.
}

const { firstSignIn, signIn, main } = document.currentScript?.dataset ?? {}
if (firstSignIn !== undefined && signIn !== undefined && findStoredUser() === undefined) {
  // A tab without a user starts with a silent sign-in. Preload what it needs, in parallel with the app's scripts.
  const isStep = location.pathname.startsWith('/authentication/')
  preload({ rel: 'modulepreload', href: isStep ? signIn : firstSignIn })
  preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/_configuration/golf' })
}
// The development server's page starts the app itself.
if (main !== undefined) void startApp(main)

/** On a slow phone, evaluating the app's scripts takes half a second, so the last board is drawn first. */
async function startApp(script: string): Promise<void> {
  const root = await findRoot()
  if (drawLastBoard(root)) await afterNextPaint()
  await import(/* @vite-ignore */ script)
}

/** Waits for #root: the page is still being parsed. */
function findRoot(): Promise<HTMLElement> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const root = document.getElementById('root')
      if (root === null) return
      observer.disconnect()
      resolve(root)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** Draws the board as the user last saw it (docs/security.md, 15). The app then replaces it. */
function drawLastBoard(root: HTMLElement): boolean {
  try {
    const owner = localStorage.getItem('kept-board-of')
    const isOver = Date.now() >= Number(localStorage.getItem('kept-board-until'))
    const snapshot: BoardSnapshot | null = JSON.parse(localStorage.getItem('kept-picture') ?? 'null')
    if (owner === null || isOver || snapshot?.of !== owner || !fitsPage(snapshot)) return false
    const user = findStoredUser()
    if (user !== undefined && JSON.parse(user).profile.sub !== owner) return false
    for (const href of snapshot.styles) {
      if (!isStyleLoaded(href)) preload({ rel: 'stylesheet', href })
    }
    const drawn = snapshot.nodes.map((node) => build(node, root.namespaceURI))
    root.append(...drawn, Object.assign(document.createElement('template'), { id: 'board-picture' }))
    return true
  } catch {
    // Storage is blocked, or an older build wrote something else.
    return false
  }
}

/** Whether the snapshot is of this URL, window width and build, which its first style sheet identifies. */
function fitsPage({ path, width, styles }: BoardSnapshot): boolean {
  return path === location.pathname + location.search && width === window.innerWidth && isStyleLoaded(styles[0])
}

function isStyleLoaded(href: string | undefined): boolean {
  return document.querySelector(`link[rel="stylesheet"][href="${href}"]`) !== null
}

function build(node: SnapshotNode, namespace: string | null): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const [tag, attributes, ...children] = node
  const ns = tag === 'svg' ? 'http://www.w3.org/2000/svg' : namespace
  const element = document.createElementNS(ns, tag)
  for (const [name, value] of Object.entries(attributes)) {
    // Content-Security-Policy forbids the attribute, but not the property.
    if (name === 'style' && 'style' in element) (element as HTMLElement).style.cssText = value
    else element.setAttribute(name, value)
  }
  element.append(...children.map((child) => build(child, ns)))
  return element
}

/** A background page never paints, so the wait is limited. */
function afterNextPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1000)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** Where the sign-in library stores the user of a tab: see `session/stored-user.ts`. */
function findStoredUser(): string | undefined {
  try {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))
    return key && (sessionStorage.getItem(key) ?? undefined)
  } catch {
    return undefined
  }
}

function preload(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}
