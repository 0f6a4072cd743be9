import { isLocalLink } from '#web/url/local-link.ts'

/** Where a link is shared: nobody else can open one to this machine. */
export function LocalLinkWarning({ url, link = 'this link' }: { url: string; link?: string }) {
  if (!isLocalLink(url)) return null
  return (
    <p className="aside" data-error role="note">
      {`Nobody else can open ${link}: it leads to ${new URL(url).host}, which is each reader’s own device. Ask the operator to set the pool’s address (PUBLIC_URL).`}
    </p>
  )
}
