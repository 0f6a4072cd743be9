import { Navigate, Route, Routes } from 'react-router'
import { GolfersScreen } from './screens/golfers/golfers-screen.tsx'
import { PoolScreen } from './screens/pool/pool-screen.tsx'

/** Every address of the app (specification, section 2). */
export function AppRoutes() {
  return (
    <Routes>
      <Route index element={<Navigate to="/home" replace />} />
      <Route path="pool/:tournamentId?" element={<PoolScreen />} />
      <Route path="golfers/:tournamentId?" element={<GolfersScreen />} />
    </Routes>
  )
}
