import { useState } from 'react'
import { fetchFile, saveFile } from '#web/api/file-download.ts'
import { useApi } from '#web/api/use-api.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'

type Props = { label: string; fileName: string; path: string; className?: string }

/** Downloads a file from the API. */
export function DownloadButton({ label, fileName, path, className = 'button-secondary' }: Props) {
  const client = useApi()
  const [status, setStatus] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function download(): Promise<void> {
    setStatus('busy')
    try {
      saveFile(await fetchFile(client, path), fileName)
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <>
      <BusyButton className={className} isBusy={status === 'busy'} onPress={download}>
        {label}
      </BusyButton>
      <span role="status" className={status === 'failed' ? 'field-error' : 'visually-hidden'}>
        {status === 'failed' && 'Couldn’t download the file. Try again in a moment.'}
        {status === 'busy' && 'Downloading'}
      </span>
    </>
  )
}
