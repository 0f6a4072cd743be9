import type { Config } from './config.ts'

/** A warning for the operator if the settings for new accounts let nobody in. */
export function findSignUpWarning({
  signUp,
  mail,
  upstreams,
}: Pick<Config, 'signUp' | 'mail' | 'upstreams'>): string | undefined {
  if (signUp.domains.length === 0 || signUp.mode === 'closed' || mail.kind === 'smtp') return undefined
  // Other providers can verify addresses as well.
  if (upstreams.length > 0) return undefined
  return 'SIGN_UP_DOMAINS lets nobody create an account without SMTP_URL, because nothing proves their addresses: set SMTP_URL, or unset SIGN_UP_DOMAINS.'
}
