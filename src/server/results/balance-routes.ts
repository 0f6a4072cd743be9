import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { balanceList } from '#contract/payment-contract.ts'
import { seasonKey } from '#contract/season-contract.ts'
import { type TournamentMoney, toBalances } from '#domain/payments/balance.ts'
import { hasRole } from '#domain/permissions.ts'
import { isCounted } from '#domain/season/season-definition.ts'
import type { Db } from '#server/platform/db/database.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { listTournaments } from '#server/pool/tournaments/tournament-store.ts'
import { listPayers } from './balance-store.ts'
import { listPrizePayments } from './prize-store.ts'
import type { Prizes } from './prizes.ts'
import type { Seasons } from './season/seasons.ts'

type Options = { db: Db; seasons: Seasons; findPrizes: Prizes }

/** The money of each person over a season (docs/rules.md, 13.3). */
export function addBalanceRoutes(server: HttpServer, { db, seasons, findPrizes }: Options): void {
  server.get(routePaths.seasonBalances, {
    schema: {
      operationId: 'listBalances',
      summary: 'Fees and prizes of each person over a season, paid and due',
      description:
        'Everybody’s for organisers, otherwise the caller’s own. As organisers say: the pool moves no money. Active tournaments of the season count.',
      params: z.object({ seasonKey }),
      response: { 200: balanceList },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      const season = await seasons.findRules(request.params.seasonKey)
      if (!season) throw new Problem('not-found')
      const userId = hasRole(user, 'power') ? undefined : user.id
      const isSeen = (prize: { userId: number }) => userId === undefined || prize.userId === userId
      const tournaments: TournamentMoney[] = []
      for (const tournament of await listTournaments(db)) {
        const { id, name, fee, cancelledReason } = tournament
        if (fee === undefined || !isCounted(season, tournament)) continue
        tournaments.push({
          ...{ name, fee, isCancelled: cancelledReason !== undefined },
          people: await listPayers(db, id, userId),
          prizesWon: (await findPrizes(db, tournament))
            .filter(isSeen)
            .map(({ owner, ...prize }) => ({ ...prize, name: owner })),
          prizesPaid: await listPrizePayments(db, id, userId),
        })
        await yieldToEventLoop()
      }
      return toBalances(tournaments.toReversed())
    },
  })
}
