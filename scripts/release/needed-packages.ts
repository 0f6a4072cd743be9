/** A package as in `node_modules/.package-lock.json`, by its folder. */
export type InstalledPackages = Readonly<
  Record<
    string,
    {
      dev?: boolean
      devOptional?: boolean
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
      peerDependencies?: Record<string, string>
    }
  >
>

/** The packages that these sources import, without Node's own and the folders of this repository. */
export function listImports(sources: readonly string[]): string[] {
  const specifiers = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(@?[\w:-][\w:./-]*)'/g)].map(([, specifier = '']) => specifier),
  )
  const packages = specifiers.filter((specifier) => !specifier.startsWith('node:')).map(toPackageName)
  return [...new Set(packages)].toSorted()
}

function toPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The folders of these packages and of all their dependencies. */
export function listNeeded(installed: InstalledPackages, names: readonly string[]): string[] {
  const needed = new Set<string>()

  function add(name: string, from: string): void {
    const folder = resolve(installed, name, from)
    // Optional packages for other platforms are not installed.
    if (folder === undefined || needed.has(folder)) return
    needed.add(folder)
    const { dependencies, optionalDependencies, peerDependencies } = installed[folder] ?? {}
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(each, folder)
  }

  for (const name of names) {
    if (resolve(installed, name, '') === undefined) throw new Error(`The package ${name} is not installed.`)
    add(name, '')
  }
  return [...needed].toSorted()
}

/** Node's rule: the nearest `node_modules` on the way up. */
function resolve(installed: InstalledPackages, name: string, from: string): string | undefined {
  const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (installed[folder]) return folder
  if (from === '') return undefined
  return resolve(installed, name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)))
}
