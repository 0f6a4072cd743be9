import { Link } from 'wouter'
import { useAddress } from '#web/url/use-address.ts'

/**
 * The address of the sign-in, with this page as the return URL. This page is the one on the screen: `location` already
 * names the sign-in while its screen is loading.
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
