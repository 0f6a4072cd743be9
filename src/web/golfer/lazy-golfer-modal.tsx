import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import type { GolferModal } from './golfer-modal.tsx'

const load = async () => ({ default: (await import('./golfer-modal.tsx')).GolferModal })
const LoadedGolferModal = lazy(load)

/** Time for the board to load first. */
const preloadAfterMs = 3000

/** A golfer's modal, whose code is loaded after the board, or when a golfer is first opened. */
export function LazyGolferModal(props: ComponentProps<typeof GolferModal>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (props.golfer === undefined) return null
  return (
    <Suspense fallback={null}>
      <LoadedGolferModal {...props} />
    </Suspense>
  )
}
