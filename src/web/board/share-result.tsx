import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { useApi } from '../api/use-api.ts'
import styles from './podium-panel.module.css'

type Props = { tournamentId: number; title: string }

/** Shares the result image with other apps, or downloads it if the browser cannot share files. */
export function ShareResult({ tournamentId, title }: Props) {
  const client = useApi()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function share(): Promise<void> {
    setState('busy')
    try {
      const response = await client.request(api.tournamentPicture(tournamentId))
      if (!response.ok) throw new Error(`The picture could not be loaded: ${response.status}`)
      await passOn(new File([await response.blob()], 'result.png', { type: 'image/png' }), title)
      setState('idle')
    } catch (error) {
      // Closing the system's dialog is not a failure.
      setState(error instanceof DOMException && error.name === 'AbortError' ? 'idle' : 'failed')
    }
  }

  return (
    <p className={`no-print ${styles.share}`}>
      <button type="button" className="button-secondary" disabled={state === 'busy'} onClick={share}>
        Share the result
      </button>
      <span role="status">{state === 'failed' && 'Couldn’t load the image. Try again in a moment.'}</span>
    </p>
  )
}

async function passOn(file: File, title: string): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], title })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
