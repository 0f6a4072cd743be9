import { StatePanel } from '../../components/state-panel.tsx'

export function NotYetScreen() {
  return (
    <StatePanel title="Not yet">
      <p>This page is being made.</p>
    </StatePanel>
  )
}
