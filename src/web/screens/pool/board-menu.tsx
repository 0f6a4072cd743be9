import { type ReactNode, useId } from 'react'

/** What a board needs less often, behind "…". */
export function BoardMenu({ children }: { children: ReactNode }) {
  const menu = useId()
  return (
    <>
      <button type="button" className="button-secondary" popoverTarget={menu}>
        <span className="visually-hidden">More</span>
        <span aria-hidden="true">…</span>
      </button>
      <div id={menu} popover="auto" className="menu">
        {children}
      </div>
    </>
  )
}
