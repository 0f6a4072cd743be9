export function PoolScreen() {
  return <h1>Pool</h1>
}
