import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Check, Download } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { FullZine } from '#contract/zines.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { isOfflineSupported } from './offline-zines.ts'
import { saveForOffline, useOfflineZine, useSaveProgress } from './use-offline-zines.ts'

type SaveOfflineButtonProps = {
  zine: FullZine
  look?: 'second' | 'quiet'
  size?: 'small'
  /** Shown while the browser looks for a saved copy. */
  place?: ReactNode
}

export function SaveOfflineButton({ zine, look = 'quiet', size, place }: SaveOfflineButtonProps) {
  const { t } = useLingui()
  const { id, version } = zine
  const stored = useOfflineZine(id)
  const progress = useSaveProgress(id)
  const wasPressed = useRef(false)
  const isOutdated = stored ? stored.version < version : false
  useEffect(() => {
    // Shows no message on failure: the saved copy is updated later.
    if (isOutdated) void saveForOffline(id)
  }, [id, isOutdated])
  if (zine.hidden) return null
  if (stored === undefined) return isOfflineSupported() ? place : null
  const isComplete = stored !== null && stored.missing === 0
  if (isComplete && !progress)
    return (
      <Link ref={(link) => takeFocus(link, wasPressed)} className={buttonClass({ look, size })} to="/offline">
        <Check className="ico" aria-hidden="true" />
        {t`Saved for offline`}
      </Link>
    )
  const save = async () => {
    wasPressed.current = true
    const problem = await saveForOffline(id)
    if (problem) showError(problem)
    else showToast({ title: t`Success`, description: t`Saved. You can read it offline.`, isSaid: true })
  }
  return (
    <Button look={look} size={size} aria-disabled={progress !== undefined} onClick={() => void save()}>
      <Download className="ico" aria-hidden="true" />
      {progress ? t(formatProgress(progress)) : stored ? t`Save the rest` : t`Save for offline`}
    </Button>
  )
}

/** Moves focus to the link that replaces the pressed button. */
function takeFocus(link: HTMLElement | null, wasPressed: RefObject<boolean>) {
  if (!link || !wasPressed.current) return
  wasPressed.current = false
  if (document.activeElement === document.body) link.focus({ preventScroll: true })
}

const formatProgress = ({ done, of }: { done: number; of: number }) =>
  of === 0 ? msg`Saving for offline…` : msg`Saving for offline… ${ph({ percent: Math.floor((100 * done) / of) })}%`
