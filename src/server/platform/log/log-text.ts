import { toPrintable } from '#domain/text/printable.ts'

/** A line of the log for people: local time, level, message, reason and details, without the process and the machine. */
export function toReadableLine(line: string): string {
  const {
    level,
    time,
    pid: _pid,
    instance: _instance,
    msg,
    err,
    ...details
  } = JSON.parse(line) as Record<string, unknown>
  const { message, type: _type, stack, ...more } = Object(err) as Record<string, unknown>
  const words = [
    toLocalTime(String(time)),
    (levels[String(level)] ?? String(level)).padEnd(5),
    message === undefined ? msg : `${String(msg).replace(/\.$/, '')}: ${message}`,
    ...Object.entries({ ...details, ...more }).map(([name, value]) => `${name}=${toValue(value)}`),
  ]
  const trace = typeof stack === 'string' ? stack.split('\n').filter((call) => /^\s+at /.test(call)) : []
  return [words.join(' '), ...trace].map((text) => `${toPrintable(text)}\n`).join('')
}

const levels: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

/** In the time zone of the machine, as the other programs of its terminal show it. */
function toLocalTime(time: string): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

function toValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
}
