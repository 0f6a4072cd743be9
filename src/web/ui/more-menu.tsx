import { type ReactNode, useId } from 'react'

type Props = {
  /** What the menu is about, for screen readers. */
  about?: string
  className?: string | undefined
  children: ReactNode
}

/** What is needed less often, behind "…". An action in it closes it, and so does another `key`, for links to the same page. */
export function MoreMenu({ about = '', className = 'button-secondary', children }: Props) {
  const menu = useId()
  return (
    <>
      <button type="button" className={className} popoverTarget={menu}>
        <span className="visually-hidden">{`More ${about}`.trim()}</span>
        <span aria-hidden="true">…</span>
      </button>
      <div id={menu} popover="auto" className="menu">
        {children}
      </div>
    </>
  )
}
