import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type Provider from 'oidc-provider'
import { type BoardAnswers, boardParameter, listBoardPaths } from '#contract/board-answers.ts'
import { feedCheckedHeader } from '#contract/opening-paths.ts'

/** Sends a GET request to our own API, with an access token and from the address of a client. */
export type AskApi = (
  path: string,
  token: string,
  address: string,
) => Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>

/** Above this size, separate responses are faster, because they are compressed once for all viewers. */
const maxCharacters = 512 * 1024

const keptHeaders = ['content-type', 'etag', feedCheckedHeader.toLowerCase()]

/**
 * Lets the browser app request a board together with a token: the API is called with the new token, like by any client, and
 * its responses are sent together with the token. That saves a new tab a round trip.
 */
export function answerBoardRequests(provider: Provider, askApi: AskApi): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx
    if (oidc?.route !== 'token' || ctx.status !== 200) return
    const tournamentId = Number(oidc.body?.[boardParameter])
    const tokens = ctx.body as { access_token?: unknown }
    if (!Number.isSafeInteger(tournamentId) || tournamentId <= 0 || typeof tokens.access_token !== 'string') return
    if (ctx.acceptsEncodings('gzip') !== 'gzip') return
    const answers = await askForBoard(askApi, tournamentId, tokens.access_token, ctx.ip)
    const text = JSON.stringify({ ...tokens, [boardParameter]: answers })
    ctx.set('Content-Encoding', 'gzip')
    ctx.type = 'application/json'
    ctx.body = await promisify(gzip)(text)
  })
}

/** Omits what is refused or fails; the app requests it again. */
async function askForBoard(askApi: AskApi, tournamentId: number, token: string, address: string) {
  const paths = listBoardPaths(tournamentId)
  const responses = await Promise.all(paths.map((path) => askApi(path, token, address)))
  const answers: BoardAnswers = []
  let characters = 0
  for (const [index, { status, headers, body }] of responses.entries()) {
    characters += body.length
    if (status !== 200 || characters > maxCharacters) continue
    const kept = keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
    answers.push({ path: paths[index] ?? '', headers: Object.fromEntries(kept), body })
  }
  return answers
}
