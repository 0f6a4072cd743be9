/**
 * An SMTP server as a process of its own: says its address, and keeps what it receives as files in the folder that it
 * was started in, `001.json` and so on.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { startSmtpSink } from './smtp-sink.ts'

let mailCount = 0
const sink = await startSmtpSink((mail) => {
  mailCount += 1
  const file = `${String(mailCount).padStart(3, '0')}.json`
  // Renamed, so that nobody reads half of it.
  writeFileSync(`${file}.part`, JSON.stringify(mail))
  renameSync(`${file}.part`, file)
})
console.log(`Player Pool is ready to receive mail at ${sink.url}`)
