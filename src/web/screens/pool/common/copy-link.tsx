import { useCopy } from '#web/ui/use-copy.ts'

type Props = { url: string; className?: string | undefined; buttonClass?: string }

/** Copies a URL. Shows it where the browser offers no clipboard, as on plain HTTP. */
export function CopyLink({ url, className, buttonClass = 'button-secondary' }: Props) {
  const { state, copy } = useCopy(url)
  return (
    <>
      <button type="button" className={buttonClass} onClick={copy}>
        Copy link
      </button>
      <span role="status" className={className}>
        {state === 'copied' && 'Copied.'}
        {state === 'blocked' && <>Copy this address: {url}</>}
      </span>
    </>
  )
}
