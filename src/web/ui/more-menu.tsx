import { type ReactNode, Suspense, useId, useState } from 'react'
import { Menu } from './menu.tsx'

type Props = {
  /** The subject of the menu, for screen readers: "about Ann". */
  about?: string
  className?: string | undefined
  children: ReactNode
}

/**
 * A menu of rarely needed actions, behind "…". An action closes it, and so does another `key`, for links to the same
 * page. Its items are there from the first time it is opened.
 */
export function MoreMenu({ about = '', className = 'button-secondary', children }: Props) {
  const menu = useId()
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <button type="button" className={className} popoverTarget={menu}>
        <span className="visually-hidden">{`More ${about}`.trim()}</span>
        <span aria-hidden="true">…</span>
      </button>
      <Menu id={menu} onOpen={() => setWasOpened(true)}>
        {wasOpened && <Suspense fallback={<p role="status">Loading</p>}>{children}</Suspense>}
      </Menu>
    </>
  )
}
