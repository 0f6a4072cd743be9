import { connect } from 'node:net'

export type RawResponse = { status: number; headers: Headers; body: string }

/**
 * Sends `text` as it is, a byte for each character, and returns everything that the server sends until it closes the
 * connection. Of a stream of events, it returns the head only.
 */
export async function sendRaw(port: number, text: string): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text, 'latin1')
  let received = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    received += String(chunk)
    if (/^content-type: text\/event-stream/im.test(received) && received.includes('\r\n\r\n')) break
  }
  // The first response to "Expect: 100-continue".
  const response = received.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  const end = response.indexOf('\r\n\r\n')
  const [first = '', ...lines] = response.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: */, '')]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: response.slice(end + 4) }
}
