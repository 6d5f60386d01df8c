import type { ComponentProps } from 'react'
import { TryAgain } from './states/try-again.tsx'

type UnreadProps = Omit<ComponentProps<typeof TryAgain>, 'title'> & { what: string; isError: boolean }

export const Unread = ({ what, isError, ...failed }: UnreadProps) =>
  isError ? (
    <TryAgain title="Content unavailable" {...failed} />
  ) : (
    <p className="meta" role="status">
      Loading {what}
    </p>
  )
