import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { NotificationSettings, UserNotifications } from '#contract/user-notification-contract.ts'
import {
  defaultQuietHours,
  findPreferenceSet,
  listKinds,
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreferences,
  notificationChannels,
  preferenceSets,
} from '#domain/notifications/notification-preferences.ts'
import { hasRole, type User } from '#domain/permissions.ts'
import { ApiProblem, toSaveFailureText } from '#web/api/api-problem.ts'
import { useNotificationsChange } from '#web/notifications/use-this-device.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { Choice, InputField, Radios, SelectField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import styles from './notifications-screen.module.css'

const kindTexts: Record<NotificationKind, string> = {
  'no-entry-24h': '24 hours before picks close, if I haven’t entered',
  'no-entry-2h': '2 hours before picks close, if I haven’t entered',
  receipt: 'A receipt of my picks, each time I save them',
  start: 'The start of a tournament I entered moves',
  'golfer-out': 'A golfer I picked is out before picks close',
  sheet: 'Everybody’s picks, once they are locked',
  cut: 'The cut',
  recap: 'My entries after each round but the last, and why they moved',
  lead: 'I take or lose the lead in the last round',
  results: 'The final result',
  message: 'A message from the organiser',
  scores: 'As an organiser: the scores are missing or back, or an announced event has its field',
}

const channelTexts: Record<NotificationChannel, string> = { push: 'Notification', email: 'Email', off: 'Off' }
const channels = notificationChannels.map((channel) => [channel, channelTexts[channel]] as const)

const setTexts: Record<NotificationChannel, string> = {
  push: 'By notification',
  email: 'By email',
  off: 'Tell me nothing',
}
const sets = notificationChannels.map((channel) => [channel, setTexts[channel]] as const)

/** The channel of each kind of notification, and the quiet hours. */
export function SettingsForm({ notifications, user }: { notifications: UserNotifications; user: User }) {
  const [changed, setChanged] = useState<NotificationPreferences>()
  const kinds = listKinds(hasRole(user, 'power'))
  const hasNoDevice = notifications.devices.length === 0
  // Without a device, the default settings would send hardly anything.
  const isEmailSuggested = hasNoDevice && findPreferenceSet(notifications.choices, kinds) === 'push'
  const choices = changed ?? (isEmailSuggested ? preferenceSets.email : notifications.choices)
  const chosenSet = findPreferenceSet(choices, kinds)
  const [isListOpen, setIsListOpen] = useState(chosenSet === null)
  const [isQuiet, setIsQuiet] = useState(notifications.quietHours !== null)
  const [quietHours, setQuietHours] = useState(notifications.quietHours ?? defaultQuietHours)
  const [timeZone, setTimeZone] = useState(notifications.timeZone ?? getViewerTimeZone())
  const save = useNotificationsChange((client) => {
    const settings: NotificationSettings = { choices, quietHours: isQuiet ? quietHours : null, timeZone }
    return client.send<UserNotifications>('PUT', api.notifications(), settings)
  })
  const fields = save.error instanceof ApiProblem ? save.error.fields : []
  const errorOf = (name: string) => {
    const message = fields.find(({ field }) => field === name)?.message
    return message && `This ${message}.`
  }
  /** Applies a change and clears the result of the last save. */
  const change = (work: () => void) => {
    work()
    if (!save.isIdle) save.reset()
  }

  return (
    <form
      className={`stack-close ${styles.section}`}
      noValidate
      onSubmit={handleSubmit(() => {
        if (!save.isPending) save.mutate()
      })}
    >
      <h2>Tell me what matters</h2>
      <p className="soft">
        {hasNoDevice && <strong>You have no device yet, so only emails can reach you. </strong>}
        {isEmailSuggested && 'Save to get them. '}
        {!hasNoDevice && 'Notifications go to your devices. '}
        {notifications.email === '' ? 'Without an address, you get no emails.' : `Emails go to ${notifications.email}.`}
      </p>
      <fieldset>
        <legend className="visually-hidden">Tell me what matters</legend>
        <Radios
          options={sets}
          chosen={chosenSet}
          onChange={(channel) => change(() => setChanged(preferenceSets[channel]))}
        />
      </fieldset>
      <details
        className="disclosure"
        open={isListOpen}
        onToggle={({ currentTarget }) => setIsListOpen(currentTarget.open)}
      >
        <summary>{chosenSet === null ? 'As you have chosen' : 'Choose…'}</summary>
        {kinds.map((kind) => (
          <fieldset key={kind} className={styles.kind}>
            <legend>{kindTexts[kind]}</legend>
            <Radios
              options={channels}
              chosen={choices[kind]}
              onChange={(channel) => change(() => setChanged({ ...choices, [kind]: channel }))}
            />
          </fieldset>
        ))}
      </details>
      <h2>Quiet hours</h2>
      <Choice checked={isQuiet} onChange={(isChecked) => change(() => setIsQuiet(isChecked))}>
        No notifications at night
      </Choice>
      {isQuiet && (
        <QuietFields
          quietHours={quietHours}
          timeZone={timeZone}
          errorOf={errorOf}
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
  quietHours: QuietHours
  timeZone: string
  /** By the name of the field. */
  errorOf: (name: string) => string | undefined
  onHours: (hours: QuietHours) => void
  onZone: (zone: string) => void
}

function QuietFields({ quietHours, timeZone, errorOf, onHours, onZone }: QuietProps) {
  return (
    <>
      <div className={styles.hours}>
        {(['from', 'to'] as const).map((end) => (
          <InputField
            key={end}
            label={end === 'from' ? 'From' : 'Until'}
            error={errorOf(`quietHours.${end}`)}
            type="time"
            value={quietHours[end]}
            onChange={(time) => onHours({ ...quietHours, [end]: time })}
          />
        ))}
      </div>
      <SelectField
        label="Your time zone"
        error={errorOf('timeZone')}
        options={listTimeZones(timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')])}
        value={timeZone}
        onChange={onZone}
      />
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
