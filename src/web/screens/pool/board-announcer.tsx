import { useEffect, useState } from 'react'
import { toStandingAnnouncement } from '#domain/standings/announcement.ts'
import type { Standings } from '#domain/standings/standings.ts'

type Props = {
  /** Changes with every refresh, so that a repeated text is announced again. */
  version: number
  standings: Standings
  /** Null until a refresh. */
  previous: Standings | null
  userId: number
}

type Announcement = { version: number; text: string | null }

/** One polite announcement when a refresh moves the viewer’s best entry (docs/rules.md, 4.7), after it has been drawn. */
export function BoardAnnouncer({ version, standings, previous, userId }: Props) {
  const [announcement, setAnnouncement] = useState<Announcement>({ version, text: null })
  useEffect(() => {
    if (previous !== null) setAnnouncement({ version, text: toStandingAnnouncement(previous, standings, userId) })
  }, [version, standings, previous, userId])
  return (
    <div className="visually-hidden" aria-live="polite">
      {announcement.text !== null && <p key={announcement.version}>{announcement.text}</p>}
    </div>
  )
}
