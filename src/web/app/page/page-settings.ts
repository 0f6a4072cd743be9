import {
  currentTournamentMeta,
  defaultPageSettings,
  type PageSettings,
  pageSettingsMeta,
} from '#contract/page-settings.ts'

/** The settings that the server has written into this page. */
export const pageSettings: PageSettings = readPageSettings()

/** Whether the operator has given the pool a name or a logo. */
export const hasOwnLook = pageSettings.name !== defaultPageSettings.name || pageSettings.logo !== null

/** The current tournament's id when the server sent this page. It may have changed since. */
export function readCurrentTournamentId(): number | undefined {
  const id = Number(document.querySelector<HTMLMetaElement>(`meta[name="${currentTournamentMeta}"]`)?.content)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

function readPageSettings(): PageSettings {
  // Tests have no document.
  if (typeof document === 'undefined') return defaultPageSettings
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsMeta}"]`)
  return meta === null ? defaultPageSettings : JSON.parse(meta.content)
}
