import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import type { Modal } from './modal.tsx'

const load = async () => ({ default: (await import('./modal.tsx')).Modal })
const LoadedModal = lazy(load)

/** A modal whose code is loaded after the first paint, or when it first opens. */
export function LazyModal(props: ComponentProps<typeof Modal>) {
  const [hasOpened, setHasOpened] = useState(props.open)
  if (props.open && !hasOpened) setHasOpened(true)

  useEffect(() => {
    // Without a network it is loaded when it opens.
    const timer = setTimeout(() => load().catch(() => undefined), 3000)
    return () => clearTimeout(timer)
  }, [])

  if (!hasOpened) return null
  return (
    <Suspense fallback={null}>
      <LoadedModal {...props} />
    </Suspense>
  )
}
