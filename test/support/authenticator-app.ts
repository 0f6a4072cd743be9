import { TOTP } from 'otpauth'
import type { FormResponse } from './form-browser.ts'

/** The authenticator app that has scanned the key on this page. */
export function scanAuthenticatorKey({ text }: FormResponse): TOTP {
  const secret = /class="key">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '')
  if (!secret) throw new Error(`There is no key on this page:\n${text}`)
  return new TOTP({ secret })
}
