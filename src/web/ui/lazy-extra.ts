import { type ComponentType, lazy, type ReactNode } from 'react'

/**
 * An optional component, loaded when it is first rendered. It renders nothing, or `Otherwise`, if its code cannot be loaded:
 * without a network, or because the server has a newer build.
 */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>, Otherwise = Nothing) =>
  lazy(async () => ({ default: await load().catch(() => Otherwise as ComponentType<Props>) }))

function Nothing(): ReactNode {
  return null
}
