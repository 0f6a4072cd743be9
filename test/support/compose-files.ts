import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export type Service = {
  image: string
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}

export type Compose = {
  services: Record<string, Service>
  networks?: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}

export const composeFiles = ['compose.yaml', 'compose.caddy.yaml', 'compose.postgres.yaml'] as const

/** These files, each of which adds to the ones before, as `docker compose -f … -f …` reads them. */
export function readCompose(...files: readonly (typeof composeFiles)[number][]): Compose {
  return files.map((file) => parse(readFileSync(file, 'utf8'))).reduce(merge)
}

function merge(base: unknown, added: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(added)) return [...base, ...added]
  if (!isObject(base) || !isObject(added)) return added
  const merged = { ...base }
  for (const [key, value] of Object.entries(added)) merged[key] = key in base ? merge(base[key], value) : value
  return merged
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The values that the file .env gives: `${NAME}`, `${NAME:-default}` or `${NAME:?what to do}`. */
function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = values[name]
    if (value) return value
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return rest
  })
}

/** The environment of a service. */
export function readEnvironment({ environment = {} }: Service, values: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value, values)]))
}
