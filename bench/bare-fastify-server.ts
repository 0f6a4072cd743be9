/** The baseline of the start: an empty Fastify app. */
import fastify from 'fastify'

const server = fastify()
server.get('/readyz', async () => ({ status: 'ok' }))
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => server.close())
