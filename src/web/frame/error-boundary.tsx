import { Component, type ReactNode } from 'react'
import { MessagePanel } from '../ui/message-panel.tsx'

type Props = { children: ReactNode }

/** Contains an error to one screen. Pass the path as `key`, so that leaving the screen resets it. */
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
        <p>Something went wrong on this page. Reload it, or go to another page if the problem continues.</p>
      </MessagePanel>
    )
  }
}
