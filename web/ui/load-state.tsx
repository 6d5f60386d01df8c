import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { LoadFailure } from './states/load-failure.tsx'

type LoadStateProps = Omit<ComponentProps<typeof LoadFailure>, 'title'> & { loadingText: string; isError: boolean }

export const LoadState = ({ loadingText, isError, ...failed }: LoadStateProps) => {
  const { t } = useLingui()
  return isError ? (
    <LoadFailure title={t`Content unavailable`} {...failed} />
  ) : (
    <p className="meta" role="status">
      {loadingText}
    </p>
  )
}
