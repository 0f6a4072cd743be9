/** What only the build runs. It is in `dependencies`, because `npm start` builds the product; no release contains it. */
const buildPackages = ['@vitejs/plugin-react', 'subset-font', 'vite']

type Dependencies = Readonly<Record<string, string>>
export type Manifest = {
  name: string
  version: string
  dependencies: Dependencies
  optionalDependencies?: Dependencies
  devDependencies?: Dependencies
}
/** The packages of a lock file, by their path, such as `node_modules/pg/node_modules/x`. */
export type LockedPackages = Readonly<
  Record<
    string,
    {
      dependencies?: Dependencies
      optionalDependencies?: Dependencies
      peerDependencies?: Dependencies
      peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
    }
  >
>

/** The manifest of a release: without what the build and the tests need. */
export function toRuntimeManifest({ devDependencies: _, dependencies, ...manifest }: Manifest): Manifest {
  const used = Object.entries(dependencies).filter(([name]) => !buildPackages.includes(name))
  return { ...manifest, dependencies: Object.fromEntries(used) }
}

/** The paths of the installed packages that the dependencies of this manifest need. */
export function listRuntimePackages(manifest: Manifest, packages: LockedPackages): string[] {
  const found = new Set<string>()
  const add = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = findPackage(from, name, packages)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      add(path, listNeeded(packages[path]))
    }
  }
  add('', listNeeded(manifest))
  return [...found]
}

function listNeeded(one: LockedPackages[string] = {}): string[] {
  const peers = Object.keys(one.peerDependencies ?? {}).filter((name) => !one.peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...one.dependencies, ...one.optionalDependencies }), ...peers]
}

/** In the nearest `node_modules`, as Node looks for it. Undefined if it is optional and not installed. */
function findPackage(from: string, name: string, packages: LockedPackages): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in packages) return path
  if (from === '') return undefined
  const end = from.lastIndexOf('node_modules/')
  return findPackage(from.slice(0, Math.max(0, end - 1)), name, packages)
}
