/**
 * An SMTP server in a separate process. It prints its address and stores received mail in its working directory, as
 * `001.json` and so on.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { startSmtpSink } from './smtp-sink.ts'

let mailCount = 0
const sink = await startSmtpSink((mail) => {
  mailCount += 1
  const file = `${String(mailCount).padStart(3, '0')}.json`
  // Renaming is atomic: a reader never sees half of a file.
  writeFileSync(`${file}.part`, JSON.stringify(mail))
  renameSync(`${file}.part`, file)
})
console.log(`Player Pool is ready to receive mail at ${sink.url}`)
