import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { toRankingBody } from '#simulator/ranking-body.ts'
import { fetchWorldRanking, parseWorldRanking } from './setup-sources.ts'

const bodyOf = (...rankingsList: unknown[]) => ({ rankingsList })

test('the names of a ranking are read, invalid rows are skipped', () => {
  const player = { id: 1, fullName: 'Ann Arbor', firstName: 'Ann', lastName: 'Arbor' }
  expect(
    parseWorldRanking(
      bodyOf(
        { rank: 1, player },
        { rank: '2', player: { firstName: 'Bo', lastName: 'Birch' } },
        { rank: 3, player: { fullName: 'Dan Brown(Oct1987)' } },
        ...[null, 'x', {}, { rank: 4 }, { player }, { rank: 0, player }, { rank: 5, player: { fullName: '' } }],
        { rank: 6, player: { fullName: 'x'.repeat(101) } },
      ),
    ),
  ).toEqual([
    { rank: 1, name: 'Ann Arbor' },
    { rank: 2, name: 'Bo Birch' },
    { rank: 3, name: 'Dan Brown(Oct1987)' },
  ])
  expect(parseWorldRanking(toRankingBody('test')).length).toBeGreaterThan(150)
})

test.each([[undefined], [null], [[]], ['text'], [{ code: 500 }], [{ rankingsList: {} }], [bodyOf()]])(
  'a ranking of %j has no names',
  (body) => {
    expect(() => parseWorldRanking(body)).toThrow('The world ranking has no names.')
  },
)

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

async function serve(answer: (response: ServerResponse) => void): Promise<{ url: string; requested: string[] }> {
  const requested: string[] = []
  const listening = createServer((request, response) => {
    const { cookie = '', authorization = '', 'user-agent': agent } = request.headers
    requested.push(`${request.url} ${cookie}${authorization}${agent}`)
    answer(response)
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/ranks?pageSize=9`, requested }
}

const json = { 'content-type': 'application/json' }

test('the address is requested as the operator has set it, without credentials', async () => {
  const { url, requested } = await serve((response) =>
    response.writeHead(200, json).end(JSON.stringify(bodyOf({ rank: 1, player: { fullName: 'Ann Arbor' } }))),
  )
  expect(await fetchWorldRanking(url, 'player-pool/1.0 (+https://pool.example.org)')).toEqual([
    { rank: 1, name: 'Ann Arbor' },
  ])
  expect(requested).toEqual(['/ranks?pageSize=9 player-pool/1.0 (+https://pool.example.org)'])
})
