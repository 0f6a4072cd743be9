import { createHash } from 'node:crypto'
import { accountStylesPath } from '#contract/identity-page-paths.ts'
import { defaultPageSettings, type PageSettings, pageSettingsMeta } from '#contract/page-settings.ts'
import { type Html, html, trustedHtml } from '#server/platform/http/html.ts'
import { toDigest } from '#server/platform/http/snapshot.ts'
import { createWebFile, type WebFiles } from '#server/platform/http/web-files.ts'
import type { Accent, AccentColours } from './accent.ts'
import { type Branding, productName } from './branding.ts'

/**
 * Applies the operator's branding to the files of the web app. Without branding settings, the files stay byte-identical to
 * the build.
 */
export function brandFiles(
  files: WebFiles,
  branding: Branding,
  shown: Pick<PageSettings, 'hasRules' | 'feedImages' | 'isOutboundOff'>,
): void {
  const { name, accent } = branding
  for (const [path, file] of branding.files) files.set(path, file)
  const settings: PageSettings = { name, logo: branding.logo, ...shown }
  const hasSettings = JSON.stringify(settings) !== JSON.stringify(defaultPageSettings)
  const head = [
    ...(hasSettings ? [html`<meta name="${pageSettingsMeta}" content="${JSON.stringify(settings)}">`] : []),
    ...(accent ? [html`<style>${trustedHtml(toAccentCss(accent))}</style>`] : []),
  ]
  const styles = readText(files, accountStylesPath)
  if (accent && styles !== undefined)
    files.set(accountStylesPath, createWebFile(accountStylesPath, styles + toAccentCss(accent)))
  if (head.length > 0) brandPages(files, (page) => addToHead(replaceName(page, name), head))
  if (name !== productName || branding.hasOwnIcon) brandManifest(files, branding)
}

/** The CSP hashes of the accent's inline style (docs/security.md, 4.1). */
export function toStyleHashes({ accent }: Pick<Branding, 'accent'>): string[] {
  return accent ? [`'sha256-${createHash('sha256').update(toAccentCss(accent)).digest('base64')}'`] : []
}

/** The page, and its copy that the service worker keeps for offline use. */
function brandPages(files: WebFiles, brand: (page: string) => string): void {
  const page = readText(files, '/index.html')
  if (page === undefined) return
  const branded = brand(page)
  files.set('/index.html', createWebFile('/index.html', branded))
  const shell = [...files.keys()].find((path) => /^\/assets\/shell-[\w-]+\.html$/.test(path))
  const worker = readText(files, '/sw.js')
  if (shell === undefined || worker === undefined) return
  // The file name is a hash of the content, so that browsers fetch a changed file.
  const brandedShell = `/assets/shell-${toDigest(branded).slice(0, 8)}.html`
  files.delete(shell)
  files.set(brandedShell, createWebFile(brandedShell, branded))
  files.set('/sw.js', createWebFile('/sw.js', worker.replaceAll(shell, brandedShell)))
}

function brandManifest(files: WebFiles, { name, hasOwnIcon }: Branding): void {
  const path = '/manifest.webmanifest'
  const manifest = readText(files, path)
  if (manifest === undefined) return
  const icons = hasOwnIcon && { icons: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' }] }
  const branded = { ...JSON.parse(manifest), name, short_name: name, ...icons }
  files.set(path, createWebFile(path, JSON.stringify(branded, null, 2)))
}

/** Puts the pool's name into the title and into the message that the page needs JavaScript. */
function replaceName(page: string, name: string): string {
  return page.replaceAll(productName, () => html`${name}`.text)
}

/** Appends markup to a page's head, so that its styles override those of the build. */
export function addToHead(page: string, head: readonly Html[]): string {
  return page.replace('</head>', () => `${head.map(({ text }) => `${text}\n`).join('')}</head>`)
}

function readText(files: WebFiles, path: string): string | undefined {
  return files.get(path)?.bytes.identity?.toString('utf8')
}

/**
 * Overrides the accent of the app and of the sign-in pages. Without `light-dark()`, which the app's build replaces for
 * older browsers.
 */
export function toAccentCss({ light, dark }: Accent): string {
  const toDeclarations = ({ accent, strong, ink, tint }: AccentColours) =>
    `--accent:${accent};--accent-strong:${strong};--accent-ink:${ink};--accent-tint:${tint}`
  return [
    `:root{${toDeclarations(light)}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){${toDeclarations(dark)}}}`,
    `:root[data-theme="dark"]{${toDeclarations(dark)}}`,
    `@media print{:root,:root[data-theme]{${toDeclarations(light)}}}`,
  ].join('')
}
