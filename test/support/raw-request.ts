import { connect } from 'node:net'

/** Sends `text` as it is, and returns everything that the server sends until it closes the connection. */
export async function sendRaw(port: number, text: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let response = ''
  for await (const chunk of socket.setEncoding('latin1')) response += String(chunk)
  const end = response.indexOf('\r\n\r\n')
  const [first = '', ...lines] = response.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: */, '')]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: response.slice(end + 4) }
}
