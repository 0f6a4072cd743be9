import type { NotifiedPeople, Reach } from '#contract/organiser-message-contract.ts'
import { formatCount, formatList, formatNumber } from '#domain/text/format.ts'

export const mailNotice =
  'Emails are not sent: they become files, because no mail server is set up. People get messages on their devices only.'

/** How many people a message reaches by email, by device and by nothing. */
export function toReachText({ devices, emails, files, none }: Reach): string {
  const ways = [
    emails > 0 && `${formatNumber(emails)} by email`,
    devices > 0 && `${formatNumber(devices)} by device`,
  ].filter((way) => way !== false)
  const reached = countPeople(devices + emails)
  const sentences = [
    ways.length > 0 ? `It reaches ${reached}: ${formatList(ways)}.` : 'It reaches nobody.',
    files > 0 &&
      `${countPeople(files)} get${files === 1 ? 's' : ''} nothing: ${files === 1 ? 'the email becomes a file' : 'their emails become files'}, because no mail server is set up.`,
    none > 0 &&
      `${countPeople(none)} get${none === 1 ? 's' : ''} nothing: they want no such message, or have neither an address nor a device.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

/** The label of a button that sends a message: "Remind 3 people". It promises only what happens. */
export function toSendLabel(verb: string, { devices, emails, files }: Reach): string {
  const reached = devices + emails
  if (reached === 0 && files > 0) return `Write ${formatCount(files, 'email')} to files`
  return `${verb} ${countPeople(reached)}`
}

/** Whether sending it does anything. */
export function canSend({ devices, emails, files }: Reach): boolean {
  return devices + emails + files > 0
}

/** What has happened. */
export function toDoneText({ people, files }: NotifiedPeople): { text: string; detail?: string } {
  if (people === null) {
    const owners = 'who picked one of these golfers'
    if (files === 0) return { text: `Everyone ${owners} is being notified.` }
    return { text: `Everyone ${owners} and has a device is being notified.`, detail: mailNotice }
  }
  const detail = files !== null && files > 0 ? toFilesText(files) : undefined
  if (people === 0)
    return { text: 'Nobody was notified.', detail: detail ?? 'They have it already, or want no such message.' }
  const text = people === 1 ? '1 person is being notified.' : `${formatNumber(people)} people are being notified.`
  return detail === undefined ? { text } : { text, detail }
}

/** Emails that nobody got. */
export function toFilesText(files: number): string {
  const became = files === 1 ? '1 email became a file' : `${formatNumber(files)} emails became files`
  return `${became}, because no mail server is set up.`
}

function countPeople(count: number): string {
  return formatCount(count, 'person', 'people')
}
