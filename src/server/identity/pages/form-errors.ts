import { findPasswordError } from '../accounts/password-rules.ts'
import type { Fields } from './page-forms.ts'
import type { Errors } from './views/form-parts.ts'

export const invalidEmailText = 'Enter an email address, like name@example.com.'

/** What is wrong with `newPasswordField`. */
export async function findNewPasswordErrors(
  typed: Fields,
  owner: { email: string; name: string },
  poolName: string,
): Promise<Errors> {
  const password = await findPasswordError(typed('password'), { ...owner, poolName })
  return password === undefined ? {} : { password }
}

export function hasErrors(errors: Errors): boolean {
  return Object.values(errors).some((error) => error !== undefined)
}
