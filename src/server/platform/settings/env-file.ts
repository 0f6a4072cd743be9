import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { toReason } from '#server/platform/start/operator-error.ts'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** `fault`: why the file cannot be read. */
export type EnvFile = { variables: EnvironmentVariables; fault?: string }

/** The variables of a file such as `.env`; none if there is no file. */
export function readEnvFile(path: string): EnvFile {
  try {
    return { variables: parseEnv(readFileSync(path, 'utf8')) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { variables: {} }
    return {
      variables: {},
      fault: `The file ${path} with the settings cannot be read: ${toReason(error)}. Let this user read it, or remove it.`,
    }
  }
}

const secret = /^(DATABASE_URL|SMTP_URL|PASSWORD_PEPPER|METRICS_TOKEN|SCORES_TOKEN|UPSTREAM_[A-Z0-9]+_CLIENT_SECRET)$/

/** `NAME_FILE`, if NAME is a secret: the file that contains it. */
export function fileSettingsOf(name: string): string[] {
  return secret.test(name) ? [`${name}_FILE`] : []
}

/** Replaces `NAME_FILE` by NAME with the content of that file, without its last line end. */
export function readSecretFiles(env: EnvironmentVariables): { values: EnvironmentVariables; errors: string[] } {
  const values = { ...env }
  const errors: string[] = []
  for (const [setting, path] of Object.entries(env)) {
    const name = setting.replace(/_FILE$/, '')
    if (name === setting || !secret.test(name) || !path?.trim()) continue
    try {
      if (env[name]?.trim()) throw new Error(`${name} is set as well; unset one of them`)
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (text.trim() === '') throw new Error(`${path} is empty`)
      values[name] = text
    } catch (error) {
      errors.push(`${setting}: ${toReason(error)}`)
    }
  }
  return { values, errors }
}
