import { Trans } from '@lingui/react/macro'
import { Children, Component, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

/** Shows an error in place of a section that failed to render. The rest of the page stays. */
export class SectionErrorBoundary extends Component<{ children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError = () => ({ isFailed: true })

  override render() {
    if (!this.state.isFailed) return this.props.children
    return (
      <div role="alert">
        <p className="error">
          <Trans>This part of the page could not be shown.</Trans>
        </p>
        <Button look="second" onClick={() => this.setState({ isFailed: false })}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
}

/** Wraps each child, so that sections fail independently. */
export const Sections = ({ children }: { children: ReactNode }) =>
  Children.map(children, (section) => section && <SectionErrorBoundary>{section}</SectionErrorBoundary>)
