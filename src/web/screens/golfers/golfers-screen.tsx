export function GolfersScreen() {
  return <h1>Golfers</h1>
}
