import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { findPasswordError } from '#server/sign-in/accounts/password-rules.ts'
import { cleanName } from '#server/users/display-name.ts'
import type { Fields } from './page-forms.ts'
import type { Errors } from './views/form-parts.ts'

export const invalidEmailText = 'Enter an email address, like name@example.com.'

export function hasErrors(errors: Errors): boolean {
  return Object.values(errors).some((error) => error !== undefined)
}

type Registration = { name: string; email: string; password: string }

/** Reads the fields of `registrationFields`. */
export async function parseRegistration(typed: Fields, poolName: string): Promise<Registration | { errors: Errors }> {
  const name = cleanName(typed('name'))
  const email = parseEmail(typed('email'))
  const owner = { name: name ?? '', email: email ?? '' }
  const errors = {
    password: await findPasswordError(typed('password'), { ...owner, poolName }),
    name: name === undefined ? 'Enter your name.' : undefined,
    email: email === undefined ? invalidEmailText : undefined,
  }
  if (name === undefined || email === undefined || hasErrors(errors)) return { errors }
  return { name, email, password: typed('password') }
}
