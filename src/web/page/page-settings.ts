import {
  defaultPageSettings,
  type PageSettings,
  pageSettingsMeta,
  pageSettings as schema,
} from '#contract/page-settings.ts'

/** What the server has written into this page. */
export const pageSettings: PageSettings = readPageSettings()

/** Whether the operator has given the pool a name or a logo. */
export const hasOwnLook = pageSettings.name !== defaultPageSettings.name || pageSettings.logo !== null

function readPageSettings(): PageSettings {
  // Tests have no document.
  if (typeof document === 'undefined') return defaultPageSettings
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsMeta}"]`)
  return meta === null ? defaultPageSettings : schema.parse(JSON.parse(meta.content))
}
