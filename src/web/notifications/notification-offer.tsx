import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { toDeviceFailure } from './device-texts.ts'
import styles from './notification-offer.module.css'
import { notificationsQuery, useThisDevice } from './use-this-device.ts'

/** Offers notifications once the first entry is saved. The browser asks only after a click. */
export function NotificationOffer({ userId }: { userId: number }) {
  const { data } = useQuery(notificationsQuery)
  const device = useThisDevice(data, userId)
  if (data === undefined || device.state === undefined) return null
  const isOn = device.state === 'on'
  return (
    <div className={`stack-close ${styles.offer}`}>
      {!isOn && <p>Want to know when one of your golfers withdraws, who makes the cut, and how you finish?</p>}
      {device.state === 'off' && (
        <BusyButton isBusy={device.isBusy} onPress={device.turnOn}>
          Get notifications
        </BusyButton>
      )}
      {!isOn && device.state !== 'off' && (
        <Link className="button-secondary" to="/notifications">
          {device.state === 'home-screen' ? 'Get notifications' : 'Choose how to get notifications'}
        </Link>
      )}
      <p role="status" className={isOn ? undefined : 'field-error'}>
        {isOn && (
          <>
            Notifications are on for this device. <Link to="/notifications">Choose your notifications</Link>
          </>
        )}
        {!isOn && device.error !== null && toDeviceFailure(device.error)}
      </p>
    </div>
  )
}
