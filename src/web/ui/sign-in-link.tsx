import { Link } from 'wouter'
import { useAddress } from '#web/url/use-address.ts'

/**
 * Where to sign in; afterwards the user returns to this page: the one whose screen is shown. The address is that of the
 * sign-in as soon as it begins, before its screen has replaced this one.
 */
export function useSignInUrl(): string {
  const returnUrl = useAddress(readReturnUrl)
  return `/authentication/login?${new URLSearchParams({ returnUrl })}`
}

function readReturnUrl(): string {
  return location.pathname + location.search + location.hash
}

export function SignInAgainLink({ className }: { className?: string }) {
  return (
    <Link className={className} to={useSignInUrl()}>
      Sign in again
    </Link>
  )
}
