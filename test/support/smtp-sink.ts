import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createChangeWaiter } from './change-waiter.ts'

export type ReceivedMail = { from: string; to: string[]; data: string }

/** An SMTP server that stores what it receives. `refuseWith` rejects the next recipients with this code. */
export async function startSmtpSink(
  onMail: (mail: ReceivedMail) => void = () => {},
  /** How long it checks a mail that it has accepted before it says so. */
  toCheckMs: () => number = () => 0,
): Promise<{
  url: string
  emails: ReceivedMail[]
  /** The oldest mail for this address, with this text, that has not been returned yet; waits for one if there is none. */
  nextMailTo(address: string, text?: string): Promise<ReceivedMail>
  refuseWith(code: number | undefined, words?: string): void
  /** The number of connections so far, and of open ones. */
  connections(): { made: number; open: number }
  /** Closes all connections; `'within a mail'`: while the next mail is being received, which is lost. */
  dropConnections(when: 'now' | 'within a mail'): void
  close(): Promise<void>
}> {
  const emails: ReceivedMail[] = []
  const changes = createChangeWaiter()
  const returned = new Set<ReceivedMail>()
  const sockets = new Set<Socket>()
  let connectionCount = 0
  let dropsNextMail = false
  let refusal: { responseCode: number; words: string } | undefined

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      if (refusal === undefined) return done()
      done(Object.assign(new Error(refusal.words), { responseCode: refusal.responseCode }))
    },
    onData(stream, session, done) {
      if (dropsNextMail) {
        dropsNextMail = false
        return destroySockets()
      }
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          data: Buffer.concat(parts).toString('utf8'),
        }
        emails.push(mail)
        onMail(mail)
        const checkMs = toCheckMs()
        if (checkMs === 0) done()
        else setTimeout(done, checkMs)
        changes.notify()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    connectionCount += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  function destroySockets(): void {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The sink has no port.')

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    emails,
    nextMailTo: (recipient, text = '') =>
      changes.waitFor(() => {
        const found = emails.find(
          (mail) => mail.to.includes(recipient) && mail.data.includes(text) && !returned.has(mail),
        )
        if (found) returned.add(found)
        return found
      }),
    refuseWith(code, words = 'refused') {
      refusal = code === undefined ? undefined : { responseCode: code, words }
    },
    connections: () => ({ made: connectionCount, open: sockets.size }),
    dropConnections(when) {
      if (when === 'now') destroySockets()
      else dropsNextMail = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The first link in a mail's plain text. */
export function getLink(mail: ReceivedMail): URL {
  const plain = mail.data.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
  const [link] = /https?:\/\/[^\s"<>]+/.exec(plain) ?? []
  if (!link) throw new Error(`There is no link in:\n${plain}`)
  return new URL(link)
}
