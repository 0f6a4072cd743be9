import { useState } from 'react'
import { type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import { saveFile } from '#web/api/file-download.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'

type Props = {
  standings: Standings
  userId: number
  /** "Final", or the round. */
  status: string
  className?: string
}

/** Shares a picture of the viewer’s finish with other apps, or downloads it if the browser cannot share files. */
export function ShareButton({ standings, userId, status, className }: Props) {
  const [state, setState] = useState('')
  const own = standingsOfUser(standings, userId)
  if (own.length === 0) return null

  async function share(): Promise<void> {
    setState('Drawing…')
    try {
      const { drawFinish, toFinishAlternative } = await import('./finish-picture.ts')
      const finish = { ...pageSettings, tournament: standings.pool.tournament.name, status, own, of: standings.size }
      const text = toFinishAlternative(finish)
      const picture = new File([await drawFinish(finish)], 'finish.png', { type: 'image/png' })
      const isShared = navigator.canShare?.({ files: [picture] }) ?? false
      if (isShared) await navigator.share({ files: [picture], title: finish.tournament, text })
      else saveFile(picture, picture.name)
      setState(isShared ? '' : `Saved as ${picture.name}. Its description: ${text}`)
    } catch (error) {
      // Closing the system's dialog is not a failure.
      const isClosed = error instanceof DOMException && error.name === 'AbortError'
      setState(isClosed ? '' : 'Couldn’t make the picture. Try again in a moment.')
    }
  }

  return (
    <>
      <button type="button" className={className} onClick={share}>
        Share
      </button>
      <span role="status" className={state === '' ? 'visually-hidden' : undefined}>
        {state}
      </span>
    </>
  )
}
