import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { decodePath } from './access/decode-path.ts'
import { RequireRole, RequireSession } from './access/require-session.tsx'
import { AppLayout } from './frame/app-layout.tsx'
import type { UpdateCheck } from './frame/update-check.ts'
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx'
import { PoolScreen } from './screens/pool/pool-screen.tsx'

const loaders = {
  admin: async () => (await import('./screens/admin/admin-screen.tsx')).AdminScreen,
  authentication: async () => (await import('./screens/authentication/authentication-screen.tsx')).AuthenticationScreen,
  entry: async () => (await import('./screens/entry/entry-screen.tsx')).EntryScreen,
  golfers: async () => (await import('./screens/golfers/golfers-screen.tsx')).GolfersScreen,
  home: async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  results: async () => (await import('./screens/results/results-screen.tsx')).ResultsScreen,
  season: async () => (await import('./screens/season/season-screen.tsx')).SeasonScreen,
  seasonForm: async () => (await import('./screens/season/edit/season-form-screen.tsx')).SeasonFormScreen,
  rules: async () => (await import('./screens/rules/rules-screen.tsx')).RulesScreen,
  tournament: async () => (await import('./screens/tournament/tournament-screen.tsx')).TournamentScreen,
}

const AdminScreen = screen(loaders.admin)
const AuthenticationScreen = screen(loaders.authentication)
const EntryScreen = screen(loaders.entry)
const GolfersScreen = screen(loaders.golfers)
const HomeScreen = screen(loaders.home)
const ResultsScreen = screen(loaders.results)
const RulesScreen = screen(loaders.rules)
const SeasonScreen = screen(loaders.season)
const SeasonFormScreen = screen(loaders.seasonForm)
const TournamentScreen = screen(loaders.tournament)

/** Preloads the code of the screens that users are likely to open next; without a network, once it is back. */
export function preloadScreens(): void {
  if (!navigator.onLine) {
    addEventListener('online', preloadScreens, { once: true })
    return
  }
  for (const load of [loaders.home, loaders.golfers, loaders.results]) load().catch(() => undefined)
}

export function AppRoutes({ updateCheck }: { updateCheck: UpdateCheck }) {
  const isDecodable = decodePath(useLocation().pathname) !== undefined
  return (
    // With a location of its own, every navigation would look like the first one, and focus would not move.
    <Routes {...(!isDecodable && { location: '/not-found' })}>
      <Route element={<AppLayout updateCheck={updateCheck} />}>
        <Route index element={<Navigate to="/home" replace />} />
        <Route path="authentication/:action?" element={<AuthenticationScreen />} />
        <Route element={<SignedIn />}>
          <Route path="home" element={<HomeScreen />} />
          <Route path="pool/:tournamentId?" element={<PoolScreen />} />
          <Route path="golfers/:tournamentId?" element={<GolfersScreen />} />
          <Route path="entry/new" element={<EntryScreen />} />
          <Route path="entry/edit/:entryId" element={<EntryScreen />} />
          <Route path="results/:userId?" element={<ResultsScreen />} />
          <Route path="season/:seasonKey?" element={<SeasonScreen />} />
          <Route path="rules" element={<RulesScreen />} />
          <Route element={<PowerUsers />}>
            <Route path="tournament/new" element={<TournamentScreen />} />
            <Route path="tournament/edit/:tournamentId" element={<TournamentScreen />} />
            <Route path="season/new" element={<SeasonFormScreen />} />
            <Route path="season/:seasonKey/edit" element={<SeasonFormScreen />} />
            <Route path="admin" element={<AdminScreen />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  )
}

/** A screen whose code is loaded when it is first opened. */
function screen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await load() }))
}

function SignedIn() {
  return (
    <RequireSession>
      <Outlet />
    </RequireSession>
  )
}

function PowerUsers() {
  return (
    <RequireRole atLeast="power">
      <Outlet />
    </RequireRole>
  )
}
