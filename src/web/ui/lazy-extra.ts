import { type ComponentType, lazy } from 'react'

/**
 * A part that a page can do without, loaded when it is first drawn. It draws nothing if its code cannot be loaded,
 * as on a page whose version the server no longer has.
 */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch(() => Nothing as ComponentType<Props>) }))

function Nothing(): null {
  return null
}
