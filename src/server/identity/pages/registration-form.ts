import { parseEmail } from '#server/mail/email-address.ts'
import { cleanName } from '#server/users/display-name.ts'
import { findPasswordError } from '../accounts/password-rules.ts'
import type { Fields } from './page-forms.ts'
import type { RegistrationErrors } from './views/register-page.ts'

type Registration = { name: string; email: string; password: string }

/** Reads the fields of `registrationFields`. */
export async function parseRegistration(typed: Fields): Promise<Registration | { errors: RegistrationErrors }> {
  const name = cleanName(typed('name'))
  const email = parseEmail(typed('email'))
  const password = typed('password')
  const errors: RegistrationErrors = {}
  if (name === undefined) errors.name = 'Enter your name.'
  if (email === undefined) errors.email = 'Enter an email address, like name@example.com.'
  const passwordError = await findPasswordError(password, { name: name ?? '', email: email ?? '' })
  if (passwordError !== undefined) errors.password = passwordError
  else if (typed('confirmation') !== password)
    errors.confirmation = 'The password and confirmation password do not match.'
  if (name === undefined || email === undefined || Object.keys(errors).length > 0) return { errors }
  return { name, email, password }
}
