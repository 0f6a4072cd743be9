import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import { useApi } from '#web/api/use-api.ts'
import { obstacles, toDeviceFailure } from '#web/notifications/device-texts.ts'
import { useNotificationsChange, useThisDevice } from '#web/notifications/use-this-device.ts'
import { toLongDate } from '#web/time/time-text.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import styles from './notifications-screen.module.css'

type Props = { notifications: UserNotifications; userId: number }

/** This browser, and the user's other devices with notifications. */
export function DevicesSection({ notifications, userId }: Props) {
  const device = useThisDevice(notifications, userId)
  const obstacle = device.state && obstacles[device.state]
  return (
    <section className={`stack-close ${styles.section}`} aria-labelledby="devices">
      <h2 id="devices">Your devices</h2>
      {obstacle !== undefined && (
        <div>
          <p className="strong">{obstacle.title}</p>
          <Steps steps={obstacle.steps} />
        </div>
      )}
      {device.state === 'off' && <p>Notifications are off on this device.</p>}
      {device.state === 'on' && <p className="strong">Notifications are on for this device.</p>}
      <div className="buttons">
        {device.state === 'off' && (
          <BusyButton className="button" isBusy={device.isBusy} onPress={device.turnOn}>
            Get notifications on this device
          </BusyButton>
        )}
        {device.state === 'on' && (
          <BusyButton isBusy={device.isBusy} onPress={device.turnOff}>
            Turn off on this device
          </BusyButton>
        )}
        {notifications.devices.length > 0 && <TestButton />}
      </div>
      <p role="status" className="field-error">
        {device.error !== null && toDeviceFailure(device.error)}
      </p>
      <DeviceList devices={notifications.devices} />
    </section>
  )
}

function Steps({ steps }: { steps: readonly string[] }) {
  const [only] = steps
  if (steps.length === 1) return <p>{only}</p>
  return (
    <ol className="points">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** Sends a test notification, even during quiet hours. */
function TestButton() {
  const client = useApi()
  const test = useMutation({ mutationFn: () => client.send<{ devices: number }>('POST', api.notificationTest(), {}) })
  return (
    <>
      <BusyButton isBusy={test.isPending} onPress={() => test.mutate()}>
        Send me a test notification
      </BusyButton>
      <p role="status" className={test.isError ? 'field-error' : 'soft'}>
        {test.isSuccess && 'It is on its way, and should appear within seconds.'}
        {test.isError && toDeviceFailure(test.error)}
      </p>
    </>
  )
}

function DeviceList({ devices }: Pick<UserNotifications, 'devices'>) {
  const remove = useNotificationsChange((client, id: number) =>
    client.send<UserNotifications>('POST', api.notificationDeviceRemove(), { id }),
  )
  if (devices.length === 0) return null
  return (
    <>
      <ul className={`lines ${styles.devices}`}>
        {devices.map(({ id, name, createdAt }) => (
          <li key={id}>
            <span>
              {name}
              <small>since {toLongDate(createdAt)}</small>
            </span>
            <BusyButton
              className="button-text"
              label={`Remove ${name}`}
              isBusy={remove.isPending}
              onPress={() => remove.mutate(id)}
            >
              Remove
            </BusyButton>
          </li>
        ))}
      </ul>
      <p role="status" className="field-error">
        {remove.error !== null && toDeviceFailure(remove.error)}
      </p>
    </>
  )
}
