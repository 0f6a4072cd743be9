import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/settings/config.ts'
import { createSecurityHeaders } from './security-headers.ts'

describe('Strict-Transport-Security', () => {
  function sentWith(env: Record<string, string>) {
    const headers = createSecurityHeaders(readConfig(env))
    return new Set(Object.values(headers).map((kind) => kind['Strict-Transport-Security']))
  }
  const PUBLIC_URL = 'https://pool.example.org'

  it.each([
    [{ PUBLIC_URL }, 'max-age=86400'],
    [{ PUBLIC_URL, HSTS: '31536000' }, 'max-age=31536000'],
    [{ PUBLIC_URL, HSTS: '0' }, 'max-age=0'],
    [{ PUBLIC_URL, HSTS: 'off' }, undefined],
    [{ PUBLIC_URL: 'http://pool.lan' }, undefined],
    [{ PUBLIC_URL: 'https://localhost:8443' }, undefined],
    [{ PUBLIC_URL: 'https://127.0.0.1', HSTS: '31536000' }, undefined],
  ])('with %j concerns this host alone: %s', (env, expected) => {
    expect(sentWith(env)).toEqual(new Set([expected]))
  })
})
