import type { EnvironmentVariables } from './env-file.ts'

/** Variables of the compose files, the proxy examples and the tests, which can be in the same file or environment as the settings. */
const otherNames = new Set([
  'COMPOSE_FILE',
  'POOL_IMAGE',
  'POOL_VERSION',
  'POOL_DOMAIN',
  'POOL_ADDRESS',
  'POSTGRES_PASSWORD',
  'FEED_CAPTURES',
])
/** Kubernetes and Docker set such variables for every service, whatever its name. */
const serviceName = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_[A-Z]+(_(PROTO|PORT|ADDR))?$/
const serviceAddress = /^(tcp|udp):\/\//

/** What other programs call the secret of a provider, which here has no use with OIDC_AUTHORITY. */
const withoutSecret =
  'is not a setting, because browsers sign in at OIDC_AUTHORITY without a secret. For a provider with one, set UPSTREAM_PROVIDERS ' +
  'to its name, such as google, and UPSTREAM_GOOGLE_ISSUER, UPSTREAM_GOOGLE_CLIENT_ID and UPSTREAM_GOOGLE_CLIENT_SECRET'

/** Finds the names that are no settings: mistyped ones as errors, and the others that are in the file `.env`. */
export function checkNames(env: EnvironmentVariables, file: EnvironmentVariables, settings: readonly string[]) {
  const known = new Set([...settings, ...otherNames])
  const prefixes = listPrefixes(settings)
  const errors: string[] = []
  const unknownNames: string[] = []
  for (const [name, value] of Object.entries({ ...file, ...env })) {
    if (!value?.trim() || known.has(name) || serviceName.test(name) || serviceAddress.test(value)) continue
    const prefix = prefixes.find((one) => name.startsWith(one))
    const isInFile = name in file
    const nearest = findNearest(name, prefix ? settings.filter((setting) => setting.startsWith(prefix)) : settings)
    // Other programs' variables can be similar to a short name: HOSTS, PORTS.
    const allowed = Math.min(2, Math.floor(nearest.name.length / (isInFile ? 3 : 5)))
    if (/^OIDC_CLIENT_SECRET(_FILE)?$/.test(name)) errors.push(`${name}: ${withoutSecret}`)
    else if (prefix || nearest.distance <= allowed) {
      const provider = prefix === 'UPSTREAM_' ? ' of a provider in UPSTREAM_PROVIDERS' : ''
      errors.push(`${name}: is not a setting${provider}; the nearest is ${nearest.name}`)
    } else if (isInFile) unknownNames.push(name)
  }
  return { errors, unknownNames }
}

/** Explains an unknown setting in the log and in `doctor`. */
export function describeUnknownName(name: string): string {
  return `${name} in .env is not a setting and has no effect. Variables of other programs belong in the environment.`
}

/** The first words that several settings share, but not LOG: systemd and many programs have variables such as LOG_NAMESPACE. */
function listPrefixes(settings: readonly string[]): string[] {
  const words = settings.filter((name) => !name.endsWith('_FILE')).map((name) => name.split('_', 1)[0])
  const shared = words.filter((word, index) => word !== 'LOG' && words.indexOf(word) !== index)
  return [...new Set([...shared, 'SMTP', 'UPSTREAM'])].map((word) => `${word}_`)
}

function findNearest(name: string, settings: readonly string[]) {
  const found = settings.map((setting) => ({ name: setting, distance: countEdits(name, setting) }))
  return found.reduce((best, one) => (one.distance < best.distance ? one : best))
}

/** The Damerau-Levenshtein distance, in which two swapped neighbours are one edit. */
function countEdits(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[to.length] ?? 0
}
