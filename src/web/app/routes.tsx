import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { Redirect, Route, Switch, useParams } from 'wouter'
import { parseId } from '#contract/id.ts'
import { organiserLinkPath } from '#contract/identity-paths.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { currentTournamentQuery, firstLeaderboardQuery, tournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { NotFoundScreen } from '#web/screens/not-found/not-found-screen.tsx'
import { PoolScreen } from '#web/screens/pool/pool-screen.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { loadDialog } from '#web/ui/modal.tsx'
import { decodePath } from '#web/url/decode-path.ts'
import { useVisit } from '#web/url/use-address.ts'
import { RequireRole, RequireSession } from './access/require-session.tsx'
import { AppLayout } from './frame/app-layout.tsx'
import type { UpdateCheck } from './frame/update-check.ts'
import { readCurrentTournamentId } from './page/page-settings.ts'

const AdminScreen = lazyNamed(() => import('#web/screens/admin/admin-screen.tsx'), 'AdminScreen')
const AuthenticationScreen = lazyNamed(
  () => import('#web/screens/authentication/authentication-screen.tsx'),
  'AuthenticationScreen',
)
const EntryScreen = lazyNamed(() => import('#web/screens/entry/entry-screen.tsx'), 'EntryScreen')
const GolfersScreen = lazyNamed(() => import('#web/screens/golfers/golfers-screen.tsx'), 'GolfersScreen')
const GroupsScreen = lazyNamed(() => import('#web/screens/groups/groups-screen.tsx'), 'GroupsScreen')
const HomeScreen = lazyNamed(() => import('#web/screens/home/home-screen.tsx'), 'HomeScreen')
const NotificationsScreen = lazyNamed(
  () => import('#web/screens/notifications/notifications-screen.tsx'),
  'NotificationsScreen',
)
const OrganiserScreen = lazyNamed(() => import('#web/screens/organiser/organiser-screen.tsx'), 'OrganiserScreen')
const PicksScreen = lazyNamed(() => import('#web/screens/picks/picks-screen.tsx'), 'PicksScreen')
const ResultsScreen = lazyNamed(() => import('#web/screens/results/results-screen.tsx'), 'ResultsScreen')
const RulesScreen = lazyNamed(() => import('#web/screens/rules/rules-screen.tsx'), 'RulesScreen')
const ScoresScreen = lazyNamed(() => import('#web/screens/scores/scores-screen.tsx'), 'ScoresScreen')
const SeasonFormScreen = lazyNamed(() => import('#web/screens/season/edit/season-form-screen.tsx'), 'SeasonFormScreen')
const SeasonScreen = lazyNamed(() => import('#web/screens/season/season-screen.tsx'), 'SeasonScreen')
const TournamentScreen = lazyNamed(() => import('#web/screens/tournament/tournament-screen.tsx'), 'TournamentScreen')

/** The screens that show the board of a tournament. */
const boards: ReadonlySet<ComponentType> = new Set([PoolScreen, GolfersScreen])

type Screens = readonly (readonly [path: string, screen: ComponentType])[]

const signedInScreens: Screens = [
  ['/home', HomeScreen],
  ['/pool/:tournamentId?', PoolScreen],
  ['/picks/:tournamentId?', PicksScreen],
  ['/golfers/:tournamentId?', GolfersScreen],
  ['/entry/new', EntryScreen],
  ['/entry/edit/:entryId', EntryScreen],
  ['/results/:userId?', ResultsScreen],
  ['/season/:seasonKey?', SeasonScreen],
  ['/notifications', NotificationsScreen],
  ['/groups', GroupsScreen],
  ['/rules', RulesScreen],
  [organiserLinkPath, OrganiserScreen],
]

/** Matched first: `new` in `/season/new` is not a season key. */
const powerUserScreens: Screens = [
  ['/tournament/new', TournamentScreen],
  ['/tournament/edit/:tournamentId', TournamentScreen],
  ['/season/new', SeasonFormScreen],
  ['/season/:seasonKey/edit', SeasonFormScreen],
  ['/admin', AdminScreen],
  ['/admin/tournaments/:tournamentId/scores', ScoresScreen],
]

/** Code of the screens and dialogs that users are likely to open next. */
const likely = [
  loadDialog,
  () => import('#web/screens/pool/entry/entry-content.tsx'),
  () => import('#web/screens/pool/pool-menu-items.tsx'),
  () => import('#web/golfer/golfer-content.tsx'),
  () => import('#web/screens/home/home-screen.tsx'),
  () => import('#web/screens/golfers/golfers-screen.tsx'),
  () => import('#web/screens/results/results-screen.tsx'),
]

/**
 * Loads the code that users are likely to need next at the first input: a page that is only read does not need it.
 * Returns a function that cancels this.
 */
export function preloadOnInput(): () => void {
  const listening = new AbortController()
  const preload = () => {
    listening.abort()
    for (const load of likely) load().catch(() => undefined)
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, preload, { signal: listening.signal })
  return () => listening.abort()
}

export function AppRoutes({ updateCheck }: { updateCheck: UpdateCheck }) {
  const visit = useVisit()
  const isDecodable = decodePath(visit.path) !== undefined
  return (
    <AppLayout updateCheck={updateCheck} visit={visit}>
      <Switch location={isDecodable ? decodeURI(visit.path) : '/not-found'}>
        <Route path="/">
          <Redirect to="/home" replace />
        </Route>
        <Route path="/authentication/:action?">
          <AuthenticationScreen key={visit.number} />
        </Route>
        {powerUserScreens.map(([path, Screen]) => (
          <Route path={path} key={path}>
            <RequireSession>
              <RequireRole atLeast="power">
                <Screen />
              </RequireRole>
            </RequireSession>
          </Route>
        ))}
        {signedInScreens.map(([path, Screen]) => (
          <Route path={path} key={path}>
            {boards.has(Screen) && <EarlyBoard />}
            <RequireSession>
              <Screen />
            </RequireSession>
          </Route>
        ))}
        <Route component={NotFoundScreen} />
      </Switch>
    </AppLayout>
  )
}

/** Requests together what a board would otherwise request one after the other as it is rendered. */
function EarlyBoard() {
  const queries = useQueryClient()
  const client = useApi()
  const { tournamentId } = useParams()
  useEffect(() => {
    const current = readCurrentTournamentId()
    const id = tournamentId === undefined ? current : parseId(tournamentId)
    if (id === undefined || queries.getQueryData(queryKeys.leaderboard(id)) !== undefined) return
    void queries.prefetchQuery(userQuery)
    void queries.prefetchQuery(currentTournamentQuery)
    void queries.prefetchQuery(tournamentQuery(id))
    // An imported tournament has no leaderboard.
    if (id === current) void queries.prefetchQuery(firstLeaderboardQuery(client, id))
  }, [queries, client, tournamentId])
  return null
}
