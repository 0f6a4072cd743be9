import { Component, type ReactNode } from 'react'
import { MessagePanel } from '../ui/message-panel.tsx'

type Props = { children: ReactNode }

/** Keeps a fault of one screen from taking the frame with it. Give it the address as `key`: leaving the screen mends it. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const reload = (
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    )
    return (
      <MessagePanel title="This page stopped working" actions={reload} urgent>
        <p>
          Something went wrong while showing it. Reload it; if that does not help, go on with another page.
        </p>
      </MessagePanel>
    )
  }
}
