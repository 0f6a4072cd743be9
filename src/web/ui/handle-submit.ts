import type { SyntheticEvent } from 'react'

/** Runs `submit` instead of the browser's own, which would load another page. */
export function handleSubmit(submit: () => unknown) {
  return (event: SyntheticEvent) => {
    event.preventDefault()
    submit()
  }
}
