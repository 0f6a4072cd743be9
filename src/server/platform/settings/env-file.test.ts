import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readEnvFile } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'env-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function errorsOf(...settings: Parameters<typeof readConfig>): string[] {
  try {
    readConfig(...settings)
  } catch (error) {
    const [, ...errors] = error instanceof Error ? error.message.split('\n') : []
    return errors.map((line) => line.trim())
  }
  return []
}

describe('the file .env', () => {
  it('has settings, which the environment overrides', () => {
    const file = readEnvFile(write('.env', '# The pool\nPORT=3000\nexport POOL_NAME="Old Mill"\r\n'))
    const { listen, branding } = readConfig({ PORT: '4000' }, file)
    expect([listen.port, branding.name]).toEqual([4000, 'Old Mill'])
  })

  it('may be missing, but not unreadable, and nothing that it may have is reported as missing', () => {
    expect(readEnvFile(join(folder, 'missing'))).toEqual({ variables: {} })
    mkdirSync(join(folder, 'folder'))
    const file = readEnvFile(join(folder, 'folder'))
    const env = { HOST: '0.0.0.0', PORT: 'eighty', UPSTREAM_GOOGLE_CLIENT_ID: 'a', SMTP_URL_FILE: join(folder, 'none') }
    expect(errorsOf(env, file)).toEqual([
      expect.stringMatching(/^SMTP_URL_FILE: ENOENT/),
      'PORT: must be a port number',
      expect.stringMatching(/^The file .*folder with the settings cannot be read: EISDIR/),
    ])
  })
})

describe('a secret can be in a file of its own', () => {
  const errorOf = (env: Record<string, string>) => errorsOf(env).join()
  const mail = { MAIL_FROM: 'pool@example.org' }

  it('which is read without its last line end', () => {
    const google = {
      UPSTREAM_PROVIDERS: 'google',
      UPSTREAM_GOOGLE_ISSUER: 'https://accounts.google.com',
      UPSTREAM_GOOGLE_CLIENT_ID: 'a',
      UPSTREAM_GOOGLE_CLIENT_SECRET_FILE: write('client', ' b \n\n'),
    }
    const config = readConfig({
      ...mail,
      ...google,
      DATABASE_URL_FILE: write('database', 'postgres://pool:secret@db/pool\n'),
      SMTP_URL_FILE: write('mail', 'smtp://mail.example.org\r\n'),
      PASSWORD_PEPPER_FILE: write('pepper', 'p'.repeat(32)),
      METRICS_TOKEN_FILE: write('token', `${'t'.repeat(16)}\n`),
      METRICS_TOKEN: '',
    })
    expect(config).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://pool:secret@db/pool' },
      mail: { kind: 'smtp', url: 'smtp://mail.example.org' },
      passwordPepper: 'p'.repeat(32),
      metricsToken: 't'.repeat(16),
      upstreams: [{ clientSecret: 'b' }],
    })
  })

  it('which must be the only source, readable and not empty', () => {
    const file = write('secret', 'smtp://mail.example.org')
    expect(errorOf({ ...mail, SMTP_URL_FILE: file, SMTP_URL: 'smtp://other.example.org' })).toContain(
      'SMTP_URL_FILE: SMTP_URL is set as well; unset one of them',
    )
    expect(errorOf({ ...mail, SMTP_URL_FILE: join(folder, 'none') })).toMatch(/SMTP_URL_FILE: ENOENT: .*none/)
    expect(errorOf({ ...mail, SMTP_URL_FILE: write('empty', ' \n') })).toMatch(/SMTP_URL_FILE: .*empty is empty/)
    expect(errorOf({ ...mail, SMTP_URL_FILE: write('wrong', 'open-sesame') })).toMatch(/SMTP_URL: must be smtp/)
    expect(errorOf({ PORT_FILE: file })).toBe('')
  })

  it('and all of them that cannot be read are reported with every other fault, each once', () => {
    const env = {
      PORT: 'eighty',
      SCORES_TOKEN_FILE: join(folder, 'none'),
      UPSTREAM_PROVIDERS: 'google',
      UPSTREAM_GOOGLE_ISSUER: 'https://accounts.google.com',
      UPSTREAM_GOOGLE_CLIENT_SECRET_FILE: folder,
    }
    expect(errorsOf(env)).toEqual([
      expect.stringMatching(/^SCORES_TOKEN_FILE: ENOENT/),
      expect.stringMatching(/^UPSTREAM_GOOGLE_CLIENT_SECRET_FILE: EISDIR/),
      'PORT: must be a port number',
      'UPSTREAM_GOOGLE_CLIENT_ID: must be set',
    ])
  })
})
