import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import * as limits from '#contract/limits.ts'
import rack from '../rack.module.css'
import css from './skeleton.module.css'

const barWidths = [
  ['72%', '34%'],
  ['58%', '40%'],
  ['80%', '28%'],
  ['64%', '36%'],
  ['50%', '44%'],
  ['76%', '30%'],
] as const

/** Six placeholder cards, with a status for screen readers. */
export const SkeletonCards = ({ loadingText, people }: { loadingText: string; people?: boolean }) => (
  <>
    <p className="sr" role="status">
      {loadingText}
    </p>
    <div className={people ? css.people : rack.grid} aria-hidden="true">
      {Array.from({ length: limits.skeletonCards }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are identical and never move
        <SkeletonCard key={index} index={index} />
      ))}
    </div>
  </>
)

function SkeletonCard({ index }: { index: number }) {
  const { t } = useLingui()
  const [title, by] = barWidths[index % barWidths.length] ?? barWidths[0]
  return (
    <div className={rack.card} data-skeleton>
      <div className={rack.media}>
        <div className={css.blank} data-n={t`sheet ${ph({ number: index + 1 })}`} />
      </div>
      <div>
        <span className={css.bar} style={{ '--w': title, height: '1.3em' } as CSSProperties} />
        <span className={css.bar} style={{ '--w': by } as CSSProperties} />
      </div>
    </div>
  )
}
