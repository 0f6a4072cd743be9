import { type ComponentType, lazy } from 'react'

/**
 * An optional component, loaded when it is first rendered. It renders nothing if its code cannot be loaded, for example
 * because the server has a newer build.
 */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch(() => Nothing as ComponentType<Props>) }))

function Nothing(): null {
  return null
}
