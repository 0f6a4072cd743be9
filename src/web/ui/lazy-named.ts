import { type ElementType, lazy } from 'react'

type Component = Exclude<ElementType, string>

/** The component with this name of a module that is loaded when the component is first shown. */
export function lazyNamed<Name extends string, Module extends Record<Name, Component>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}
