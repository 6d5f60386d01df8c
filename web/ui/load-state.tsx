import type { ComponentProps } from 'react'
import { LoadFailure } from './states/load-failure.tsx'

type LoadStateProps = Omit<ComponentProps<typeof LoadFailure>, 'title'> & { what: string; isError: boolean }

export const LoadState = ({ what, isError, ...failed }: LoadStateProps) =>
  isError ? (
    <LoadFailure title="Content unavailable" {...failed} />
  ) : (
    <p className="meta" role="status">
      Loading {what}
    </p>
  )
