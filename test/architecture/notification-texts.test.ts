import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMailTexts, listMailWriters, listNotificationTexts, listPostTexts } from '../support/notification-texts.ts'

/** The cells of a table below a heading, without the first column, which says when it is sent. */
function readTable(heading: string): string[][] {
  const page = readFileSync('docs/operations/notifications.md', 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .slice(1)
        .map((cell) => cell.trim()),
    )
}

test('docs/operations/notifications.md has the text of every post to a chat', () => {
  expect(readTable('Posts to chats')).toEqual(listPostTexts())
})

test('docs/operations/notifications.md has the text of every notification on devices', () => {
  expect(readTable('Notifications on devices')).toEqual(listNotificationTexts())
})

test('docs/operations/notifications.md has the text of every email', () => {
  expect(readTable('Emails')).toEqual(listMailTexts())
})

test('there is an example of every email that the server writes, except for the audit email, which is a table', () => {
  const { written, shown } = listMailWriters()
  expect(written).toEqual([...shown, 'auditMessage', 'composeMail'].sort())
})
