import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type Provider from 'oidc-provider'
import { type BoardResponses, boardParameter, listBoardPaths } from '#contract/board-responses.ts'
import { feedCheckedHeader } from '#contract/opening-paths.ts'

/** Sends a GET request to our own API, with an access token and from the address of a client. */
export type RequestApi = (
  path: string,
  token: string,
  address: string,
) => Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>

/** Above this size, separate responses are faster, because they are compressed once for all viewers. */
const maxCharacters = 512 * 1024

const sentHeaders = ['content-type', 'etag', feedCheckedHeader.toLowerCase()]

/**
 * Adds the API responses that a board needs to the response of a token request, if the browser app asks for them. They
 * are requested with the new token, as any client would. This saves a new tab a round trip.
 */
export function addBoardResponses(provider: Provider, requestApi: RequestApi): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx
    if (oidc?.route !== 'token' || ctx.status !== 200) return
    const tournamentId = Number(oidc.body?.[boardParameter])
    const tokens = ctx.body as { access_token?: unknown }
    if (!Number.isSafeInteger(tournamentId) || tournamentId <= 0 || typeof tokens.access_token !== 'string') return
    if (ctx.acceptsEncodings('gzip') !== 'gzip') return
    const responses = await requestBoard(requestApi, tournamentId, tokens.access_token, ctx.ip)
    const text = JSON.stringify({ ...tokens, [boardParameter]: responses })
    ctx.set('Content-Encoding', 'gzip')
    ctx.type = 'application/json'
    ctx.body = await promisify(gzip)(text)
  })
}

/** Omits what is refused or fails; the app requests it again. */
async function requestBoard(requestApi: RequestApi, tournamentId: number, token: string, address: string) {
  const paths = listBoardPaths(tournamentId)
  const results = await Promise.all(paths.map((path) => requestApi(path, token, address)))
  const responses: BoardResponses = []
  let characters = 0
  for (const [index, { status, headers, body }] of results.entries()) {
    characters += body.length
    if (status !== 200 || characters > maxCharacters) continue
    const sent = sentHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
    responses.push({ path: paths[index] ?? '', headers: Object.fromEntries(sent), body })
  }
  return responses
}
