import { type ReactNode, useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { PoolMark } from '#web/app/page/pool-mark.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { writeStored } from '#web/ui/stored-choice.ts'
import { useParameter } from '#web/url/parameters.ts'
import styles from './masthead.module.css'

type Props = {
  /** Undefined until it is known whether a user is signed in: the header then shows neither set of links. */
  signedIn: boolean | undefined
  /** The signed-in user's address or, without one, name, once it is known. */
  userName: string | undefined
  isPowerUser: boolean
}

const localLogout = { local: true }

/** The header: one line. Below 1024 px, the links about the user are in a menu. */
export function Masthead({ signedIn, userName, isPowerUser }: Props) {
  const [path] = useLocation()
  const moment = useMoment()
  return (
    <header className={styles.masthead}>
      <Link className={styles.mark} to="/home">
        <PoolMark />
      </Link>
      <nav className={`no-print ${styles.nav}`} aria-label="Main">
        <NavLink to="/pool" search={moment}>
          Pool
        </NavLink>
        <NavLink to="/golfers" search={moment}>
          Golfers
        </NavLink>
        <NavLink to="/results">Results</NavLink>
        {isPowerUser && <NavLink to="/admin">Admin</NavLink>}
      </nav>
      {signedIn === true && (
        <>
          <button type="button" className={`no-print ${styles.user}`} popoverTarget="account">
            <span className="visually-hidden">Menu</span>
            <span aria-hidden="true">{(userName ?? '').charAt(0).toUpperCase()}</span>
          </button>
          {/* Another page closes it. */}
          <Menu key={path} id="account" className={`no-print ${styles.account}`}>
            <Link className={styles.email} to="/authentication/profile" title={userName}>
              <span>{userName ?? 'Profile'}</span>
            </Link>
            <Link to="/notifications">Notifications</Link>
            <Link to="/groups">Groups</Link>
            <Link to="/authentication/logout" state={localLogout}>
              Logout
            </Link>
            <ThemeSwitch />
          </Menu>
        </>
      )}
      {signedIn === false && (
        <div className={`no-print ${styles.visitor}`}>
          <Link to="/authentication/register">Register</Link>
          <Link to="/authentication/login">Login</Link>
        </div>
      )}
    </header>
  )
}

/** The query of a link to the other board of the current tournament: a replay goes on at its moment there. */
function useMoment(): string {
  const [isPool] = useRoute('/pool')
  const [isGolfers] = useRoute('/golfers')
  const version = useParameter('at')
  return (isPool || isGolfers) && version !== null ? `?${new URLSearchParams({ at: version })}` : ''
}

function NavLink({ to, search = '', children }: { to: string; search?: string; children: ReactNode }) {
  const isHere = useLocationProperty(() => `${location.pathname.toLowerCase()}/`.startsWith(`${to}/`))
  return (
    <Link to={to + search} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** `system` follows the operating system. `early.ts` applies a stored choice before the first paint. */
const names = { system: 'Auto', light: 'Light', dark: 'Dark' } as const
const nextOf = { system: 'light', light: 'dark', dark: 'system' } as const
type Theme = keyof typeof names

/** Cycles through system, light and dark. */
function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme)
  function change(): void {
    const next = nextOf[theme]
    document.documentElement.dataset['theme'] = next
    writeStored('theme', next)
    setTheme(next)
  }
  return (
    <button type="button" onClick={change}>
      {names[theme]} theme
    </button>
  )
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
