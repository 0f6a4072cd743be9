import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { PoolMark } from '../page/pool-mark.tsx'
import styles from './masthead.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

type Props = {
  /** Undefined until it is known whether a user is signed in: the header then shows neither set of links. */
  signedIn: boolean | undefined
  /** The signed-in user's address, once it is known. */
  email: string | undefined
  isPowerUser: boolean
}

const localLogout = { local: true }

/** The header. Below 768 px only its second line stays in view while scrolling. */
export function Masthead({ signedIn, email, isPowerUser }: Props) {
  return (
    <header className={styles.masthead}>
      <Link className={styles.title} to="/home">
        <PoolMark />
      </Link>
      <div className={`no-print ${styles.account}`}>
        {signedIn === true && (
          <>
            <Link className={styles.email} to="/authentication/profile" title={email}>
              <span>{email ?? 'Profile'}</span>
            </Link>
            <Link className={styles.link} to="/authentication/logout" state={localLogout}>
              Logout
            </Link>
          </>
        )}
        {signedIn === false && (
          <>
            <Link className={styles.link} to="/authentication/register">
              Register
            </Link>
            <Link className={styles.link} to="/authentication/login">
              Login
            </Link>
          </>
        )}
      </div>
      <nav className={`no-print ${styles.nav}`} aria-label="Main">
        <NavLink to="/pool">Pool</NavLink>
        <NavLink to="/golfers">Golfers</NavLink>
        <NavLink to="/results">Results</NavLink>
        {isPowerUser && <NavLink to="/admin">Admin</NavLink>}
      </nav>
      <ThemeSwitch className={`no-print ${styles.theme}`} />
    </header>
  )
}

function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const isHere = useLocationProperty(() => `${location.pathname.toLowerCase()}/`.startsWith(`${to}/`))
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}
