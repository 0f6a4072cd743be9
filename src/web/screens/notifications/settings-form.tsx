import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { NotificationSettings, UserNotifications } from '#contract/user-notification-contract.ts'
import {
  allBy,
  defaultQuietHours,
  listKinds,
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreferences,
  notificationChannels,
} from '#domain/notifications/notification-preferences.ts'
import { hasRole, type User } from '#domain/permissions.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { toSaveFailureText } from '#web/api/problem-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { notificationsQuery } from '#web/api/user-notification-queries.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import styles from './notifications-screen.module.css'

const kindTexts: Record<NotificationKind, string> = {
  'no-entry-24h': '24 hours before picks close, if I haven’t entered',
  'no-entry-2h': '2 hours before picks close, if I haven’t entered',
  start: 'The start of a tournament I entered moves',
  'golfer-out': 'A golfer I picked is out before picks close',
  cut: 'The cut',
  lead: 'I take or lose the lead in the last round',
  results: 'The final result',
  message: 'A message from the organiser',
  scores: 'As an organiser: the scores are missing or back, or an announced event has its field',
}

const channelTexts: Record<NotificationChannel, string> = { push: 'Notification', email: 'Email', off: 'Off' }

/** The channel of each kind of notification, and the quiet hours. */
export function SettingsForm({ notifications, user }: { notifications: UserNotifications; user: User }) {
  const client = useApi()
  const queries = useQueryClient()
  const id = useId()
  const [changed, setChanged] = useState<NotificationPreferences>()
  const hasNoDevice = notifications.devices.length === 0
  // Without a device, settings with notifications only would send nothing.
  const isEmailSuggested = hasNoDevice && Object.values(notifications.choices).every((channel) => channel === 'push')
  const choices = changed ?? (isEmailSuggested ? allBy('email') : notifications.choices)
  const [isQuiet, setIsQuiet] = useState(notifications.quietHours !== null)
  const [quietHours, setQuietHours] = useState(notifications.quietHours ?? defaultQuietHours)
  const [timeZone, setTimeZone] = useState(notifications.timeZone ?? getViewerTimeZone())
  const save = useMutation({
    mutationFn() {
      const settings: NotificationSettings = { choices, quietHours: isQuiet ? quietHours : null, timeZone }
      return client.send<UserNotifications>('PUT', api.notifications(), settings)
    },
    onSuccess: (saved) => queries.setQueryData(notificationsQuery.queryKey, saved),
  })
  const fields = save.error instanceof ApiProblem ? save.error.fields : []
  const errorOf = (name: string) => fields.find(({ field }) => field.startsWith(name))?.message
  /** Applies a change and clears the result of the last save. */
  const change = (work: () => void) => {
    work()
    if (!save.isIdle) save.reset()
  }

  return (
    <form
      className={`stack-close ${styles.section}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <h2>What to notify you about</h2>
      <p className="soft">
        {hasNoDevice && <strong>You have no device yet, so only emails can reach you. </strong>}
        {isEmailSuggested && 'Save to get them. '}
        {!hasNoDevice && 'Notifications go to your devices. '}Emails go to {notifications.email}.
      </p>
      <div>
        {listKinds(hasRole(user, 'power')).map((kind) => (
          <fieldset key={kind} className={styles.kind}>
            <legend>{kindTexts[kind]}</legend>
            {notificationChannels.map((channel) => (
              <label key={channel} className="choice">
                <input
                  type="radio"
                  name={`${id}-${kind}`}
                  checked={choices[kind] === channel}
                  onChange={() => change(() => setChanged({ ...choices, [kind]: channel }))}
                />
                {channelTexts[channel]}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <h2>Quiet hours</h2>
      <label className="choice">
        <input type="checkbox" checked={isQuiet} onChange={({ target }) => change(() => setIsQuiet(target.checked))} />
        No notifications at night
      </label>
      {isQuiet && (
        <QuietFields
          {...{ id, quietHours, timeZone }}
          hoursError={errorOf('quietHours')}
          zoneError={errorOf('timeZone')}
          onHours={(hours) => change(() => setQuietHours(hours))}
          onZone={(zone) => change(() => setTimeZone(zone))}
        />
      )}
      <div className="buttons">
        <button type="submit" className="button" aria-disabled={save.isPending || undefined}>
          Save
        </button>
        <p role="status" className={save.isError ? 'field-error' : 'soft'}>
          {save.isPending && 'Saving'}
          {save.isSuccess && 'Saved.'}
          {save.isError && toSaveFailureText(save.error)}
        </p>
      </div>
    </form>
  )
}

type QuietHours = { from: string; to: string }

type QuietProps = {
  id: string
  quietHours: QuietHours
  timeZone: string
  hoursError: string | undefined
  zoneError: string | undefined
  onHours: (hours: QuietHours) => void
  onZone: (zone: string) => void
}

function QuietFields({ id, quietHours, timeZone, hoursError, zoneError, onHours, onZone }: QuietProps) {
  return (
    <>
      <div className={styles.hours}>
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'From' : 'Until'}
            <input
              className="input"
              type="time"
              value={quietHours[end]}
              aria-invalid={hoursError !== undefined || undefined}
              aria-describedby={hoursError === undefined ? undefined : `${id}-hours`}
              onChange={({ target }) => onHours({ ...quietHours, [end]: target.value })}
            />
          </label>
        ))}
      </div>
      {hoursError !== undefined && (
        <p id={`${id}-hours`} className="field-error">
          The times {hoursError}.
        </p>
      )}
      <label className={styles.zone}>
        Your time zone
        <select
          className="input"
          value={timeZone}
          aria-invalid={zoneError !== undefined || undefined}
          aria-describedby={zoneError === undefined ? undefined : `${id}-zone`}
          onChange={({ target }) => onZone(target.value)}
        >
          {listTimeZones(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      {zoneError !== undefined && (
        <p id={`${id}-zone`} className="field-error">
          The time zone {zoneError}.
        </p>
      )}
      <p className="soft">
        Notifications wait until quiet hours end. If a deadline would pass before then, you get an email instead.
      </p>
    </>
  )
}

/** The browser's time zones and the selected one. */
function listTimeZones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort()
}
