import { useQuery } from '@tanstack/react-query'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { notificationsQuery } from '#web/notifications/use-this-device.ts'
import { WithUser } from '#web/states/with-user.tsx'
import { PageHeading, PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { DevicesSection } from './devices-section.tsx'
import styles from './notifications-screen.module.css'
import { SettingsForm } from './settings-form.tsx'

/** The user's notification preferences and devices (docs/rules.md, 9.7). */
export function NotificationsScreen() {
  const notifications = useQuery(notificationsQuery)
  useDocumentTitle(`Notifications - ${pageSettings.name}`)
  return (
    <WithUser query={notifications} skeleton={<PageHeadingSkeleton />}>
      {(data, user) => (
        <div>
          <PageHeading
            status={user.name}
            title="Notifications"
            note="Choose what the pool notifies you about, how and when."
          />
          <div className={`parts ${styles.parts}`}>
            <DevicesSection notifications={data} userId={user.id} />
            <SettingsForm notifications={data} user={user} />
          </div>
        </div>
      )}
    </WithUser>
  )
}
