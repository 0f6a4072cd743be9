/** The addresses of the provider's own pages. Links in mails and in the browser app lead to some of them. */
export const pagePaths = {
  styles: '/Identity/identity.css',
  signIn: '/Identity/Account/Login',
  register: '/Identity/Account/Register',
  confirmEmail: '/Identity/Account/ConfirmEmail',
  forgotPassword: '/Identity/Account/ForgotPassword',
  resetPassword: '/Identity/Account/ResetPassword',
  manage: '/Identity/Account/Manage',
  manageCallback: '/Identity/Account/Manage/callback',
  confirmNewEmail: '/Identity/Account/ConfirmNewEmail',
  signOut: '/Identity/Account/Logout',
  signedOut: '/Identity/Account/SignedOut',
} as const

/** Where the browser app starts a sign-in. */
export const appSignIn = '/authentication/login'

/**
 * An address on this site to go on to, as written in a link, or `fallback`. Starting with one slash and holding
 * neither backslash nor control characters, it cannot lead a browser to another site.
 */
export function localPath(text: string | undefined, fallback: string): string {
  const safe = text !== undefined && text.length <= 2048 && /^\/(?![/\\])[^\\\p{C}\s]*$/u.test(text)
  return safe ? text : fallback
}
