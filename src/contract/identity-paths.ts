/** The addresses of the provider's own pages. Links in mails and in the browser app lead to some of them. */
export const identityPaths = {
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
export const appSignInPath = '/authentication/login'
