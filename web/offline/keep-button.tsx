import { Check, Download } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { OpenZine } from '#contract/zines.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { keepNow, useKeptZine, useProgress } from './keeping.ts'

type KeepButtonProps = { zine: OpenZine; look?: 'second' | 'quiet'; size?: 'small' }

export function KeepButton({ zine, look = 'quiet', size }: KeepButtonProps) {
  const { id, version } = zine
  const kept = useKeptZine(id)
  const progress = useProgress(id)
  const wasPressed = useRef(false)
  const isBehind = kept ? kept.version < version : false
  useEffect(() => {
    // Shows no message on failure: the saved copy is updated later.
    if (isBehind) void keepNow(id)
  }, [id, isBehind])
  if (kept === undefined || zine.hidden) return null
  const isWhole = kept !== null && kept.missing === 0
  if (isWhole && !progress)
    return (
      <Link ref={(link) => takeFocus(link, wasPressed)} className={buttonClass({ look, size })} to="/kept">
        <Check className="ico" aria-hidden="true" />
        Saved for offline
      </Link>
    )
  return (
    <Button
      look={look}
      size={size}
      aria-disabled={progress !== undefined}
      onClick={() => {
        wasPressed.current = true
        void keep(id)
      }}
    >
      <Download className="ico" aria-hidden="true" />
      {progress ? keepingWords(progress) : kept ? 'Save the rest' : 'Save for offline'}
    </Button>
  )
}

/** Moves focus to the link that replaces the pressed button. */
function takeFocus(link: HTMLElement | null, wasPressed: RefObject<boolean>) {
  if (!link || !wasPressed.current) return
  wasPressed.current = false
  if (document.activeElement === document.body) link.focus({ preventScroll: true })
}

async function keep(id: string) {
  const problem = await keepNow(id)
  if (problem) showError(problem)
  else showToast({ title: 'Success', description: 'Saved. You can read it offline.' })
}

const keepingWords = ({ done, of }: { done: number; of: number }) =>
  of === 0 ? 'Saving for offline...' : `Saving for offline... ${Math.floor((100 * done) / of)} %`
