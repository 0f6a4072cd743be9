import { parseEmail } from '#server/mail/email-address.ts'
import { cleanName } from '#server/users/display-name.ts'
import { findNewPasswordErrors, hasErrors, invalidEmailText } from './form-errors.ts'
import type { Fields } from './page-forms.ts'
import type { RegistrationErrors } from './views/register-page.ts'

type Registration = { name: string; email: string; password: string }

/** Reads the fields of `registrationFields`. */
export async function parseRegistration(
  typed: Fields,
  poolName: string,
): Promise<Registration | { errors: RegistrationErrors }> {
  const name = cleanName(typed('name'))
  const email = parseEmail(typed('email'))
  const owner = { name: name ?? '', email: email ?? '' }
  const errors: RegistrationErrors = await findNewPasswordErrors(typed, owner, poolName)
  if (name === undefined) errors.name = 'Enter your name.'
  if (email === undefined) errors.email = invalidEmailText
  if (name === undefined || email === undefined || hasErrors(errors)) return { errors }
  return { name, email, password: typed('password') }
}
