// A page that throws is replaced by a sentence; the rest of the interface stays.

import { Component, type ReactNode } from 'react'
import { Failure } from '../parts/states.tsx'

export class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="page">
        <Failure
          error={error}
          title="This page could not be shown."
          onRetry={() => this.setState({ error: undefined })}
        >
          <p className="muted">The models go on; nothing was changed.</p>
        </Failure>
      </div>
    )
  }
}
