/** The style sheet of these pages, which is part of the built browser app. */
export const accountStylesPath = '/account.css'

/** The pages of the embedded provider (docs/security.md, 1.6). Emails and the browser app link to some of them. */
export const identityPaths = {
  /** The only script of these pages. */
  script: '/Identity/page.js',
  signIn: '/Identity/Account/Login',
  register: '/Identity/Account/Register',
  /** Followed by the token of an invitation. */
  join: '/Identity/Join',
  /** Followed by a token that stands for an address. */
  refuseInvitations: '/Identity/NoInvitations',
  setUp: '/Identity/Account/SetUp',
  confirmEmail: '/Identity/Account/ConfirmEmail',
  forgotPassword: '/Identity/Account/ForgotPassword',
  resetPassword: '/Identity/Account/ResetPassword',
  manage: '/Identity/Account/Manage',
  manageCallback: '/Identity/Account/Manage/callback',
  signInAgain: '/Identity/Account/Manage/SignInAgain',
  connect: '/Identity/Account/Manage/Connect',
  disconnect: '/Identity/Account/Manage/Disconnect',
  passkeys: '/Identity/Account/Passkeys',
  secondFactor: '/Identity/Account/SecondFactor',
  ownData: '/Identity/Account/Data',
  deleteAccount: '/Identity/Account/Delete',
  confirmNewEmail: '/Identity/Account/ConfirmNewEmail',
  undoEmailChange: '/Identity/Account/UndoEmailChange',
  /** Upstream providers send browsers back to `{upstream}/KEY/callback`. */
  upstream: '/Identity/Account/Upstream',
  signOut: '/Identity/Account/Logout',
  signedOut: '/Identity/Account/SignedOut',
} as const
