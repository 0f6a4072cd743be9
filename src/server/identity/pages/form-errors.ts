import { findPasswordError } from '../accounts/password-rules.ts'
import type { Fields } from './page-forms.ts'
import type { NewPasswordErrors } from './views/password-pages.ts'

export const invalidEmailText = 'Enter an email address, like name@example.com.'

/** What is wrong with `newPasswordField`. */
export async function findNewPasswordErrors(
  typed: Fields,
  owner: { email: string; name: string },
  poolName: string,
): Promise<NewPasswordErrors> {
  const password = await findPasswordError(typed('password'), { ...owner, poolName })
  return password === undefined ? {} : { password }
}

export function hasErrors(errors: Readonly<Record<string, string | undefined>>): boolean {
  return Object.keys(errors).length > 0
}
