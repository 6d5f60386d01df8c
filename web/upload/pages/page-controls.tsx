import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import * as limits from '#contract/limits.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import type { ChosenPage } from './chosen-pages.ts'
import css from './page-controls.module.css'

type Props = {
  page: Pick<ChosenPage, 'kind'>
  pageIndex: number
  count: number
  maxPages?: number
  direction: ReadingDirection
  busy: boolean
  onMove: (from: number, to: number) => void
  onRemove: () => void
  children?: ReactNode
}

export function PageControls({ page, pageIndex, count, maxPages = limits.zineImages, busy, children, ...on }: Props) {
  const { t } = useLingui()
  const { direction, onMove, onRemove } = on
  const video = page.kind === 'video'
  const number = pageIndex + 1
  return (
    <div className={css.order}>
      <p className="meta">{video ? t`one video` : t`page ${number} of ${count} (limit: ${maxPages})`}</p>
      {count > 1 && (
        <span className={css.arrows} dir={direction}>
          <IconButton
            icon={ArrowLeft}
            aria-label={t`Move page ${number} earlier`}
            aria-disabled={busy || pageIndex === 0 || undefined}
            onClick={() => onMove(pageIndex, pageIndex - 1)}
          />
          <IconButton
            icon={ArrowRight}
            aria-label={t`Move page ${number} later`}
            aria-disabled={busy || pageIndex === count - 1 || undefined}
            onClick={() => onMove(pageIndex, pageIndex + 1)}
          />
        </span>
      )}
      {children}
      <IconButton
        icon={Trash2}
        aria-label={video ? t`Remove the video` : t`Remove page ${number}`}
        disabled={busy}
        onClick={onRemove}
      />
    </div>
  )
}
