import { Link } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'

/** Where to sign in; afterwards the user returns to this page. */
export function useSignInUrl(): string {
  const returnUrl = useLocationProperty(() => location.pathname + location.search + location.hash)
  return `/authentication/login?${new URLSearchParams({ returnUrl })}`
}

export function SignInAgainLink({ className }: { className?: string }) {
  return (
    <Link className={className} to={useSignInUrl()}>
      Sign in again
    </Link>
  )
}
