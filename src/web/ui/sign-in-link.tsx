import { Link, useLocation } from 'react-router'

/** Where to sign in; afterwards the user returns to this page. */
export function useSignInUrl(): string {
  const { pathname, search, hash } = useLocation()
  return `/authentication/login?${new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })}`
}

export function SignInAgainLink({ className }: { className?: string }) {
  return (
    <Link className={className} to={useSignInUrl()}>
      Sign in again
    </Link>
  )
}
