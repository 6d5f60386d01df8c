import { Children, Component, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

/** An error in a part of a page is shown in its place, and the rest of the page stays. */
export class PartBoundary extends Component<{ children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError = () => ({ isFailed: true })

  override render() {
    if (!this.state.isFailed) return this.props.children
    return (
      <div role="alert">
        <p className="error">This part of the page could not be shown.</p>
        <Button look="second" onClick={() => this.setState({ isFailed: false })}>
          Try again
        </Button>
      </div>
    )
  }
}

/** Parts of a page that stand below each other and fail one by one. */
export const Parts = ({ children }: { children: ReactNode }) =>
  Children.map(children, (part) => part && <PartBoundary>{part}</PartBoundary>)
