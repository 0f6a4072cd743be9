import { defaultPageSettings, type PageSettings, pageSettingsMeta } from '#contract/page-settings.ts'
import { type Html, html } from '../http/html.ts'
import { toDigest } from '../http/snapshot.ts'
import { createWebFile, type WebFiles } from '../http/web-files.ts'

/**
 * The files of the browser app with what the operator has set. Without any settings they are those of the build, byte
 * for byte.
 */
export function brandFiles(files: WebFiles, settings: PageSettings): void {
  const head = isDefault(settings)
    ? []
    : [html`<meta name="${pageSettingsMeta}" content="${JSON.stringify(settings)}">`]
  if (head.length > 0) brandPages(files, head)
}

function isDefault(settings: PageSettings): boolean {
  return JSON.stringify(settings) === JSON.stringify(defaultPageSettings)
}

/** The page, and its copy that the service worker keeps for offline use. */
function brandPages(files: WebFiles, head: readonly Html[]): void {
  const page = readText(files, '/index.html')
  if (page === undefined) return
  const branded = addToHead(page, head)
  files.set('/index.html', createWebFile('/index.html', branded))
  const shell = [...files.keys()].find((path) => /^\/assets\/shell-[\w-]+\.html$/.test(path))
  const worker = readText(files, '/sw.js')
  if (shell === undefined || worker === undefined) return
  // Its name is a hash of its content, and a changed name makes browsers fetch it.
  const brandedShell = `/assets/shell-${toDigest(branded).slice(0, 8)}.html`
  files.delete(shell)
  files.set(brandedShell, createWebFile(brandedShell, branded))
  files.set('/sw.js', createWebFile('/sw.js', worker.replaceAll(shell, brandedShell)))
}

/** Puts markup at the end of a page's head, so that its styles override those of the build. */
function addToHead(page: string, head: readonly Html[]): string {
  return page.replace('</head>', () => `${head.map(({ text }) => `${text}\n`).join('')}</head>`)
}

function readText(files: WebFiles, path: string): string | undefined {
  return files.get(path)?.bytes.identity?.toString('utf8')
}
