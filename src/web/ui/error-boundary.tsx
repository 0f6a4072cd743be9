import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ReactNode }

/** Shows `fallback` in place of children that failed, or whose code could not be loaded. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
