import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/number.ts'
import type { CutPage } from './content.ts'
import css from './layout-table.module.css'

type Props = { id?: string; pages: readonly CutPage[]; disabled: boolean; onOpen: (page: CutPage) => void }

const maxShown = 5

/** The pages made here on which some words do not fit, before they are published. */
export function CutPages({ id, pages, disabled, onOpen }: Props) {
  const { t } = useLingui()
  if (pages.length === 0) return null
  const more = pages.length - maxShown
  return (
    <ul className={css.cutPages} id={id}>
      {pages.slice(0, maxShown).map((page) => (
        <li key={page.id}>
          <span>
            {formatCount(page.words, 'word')} {t`on page`} {page.number} {page.words === 1 ? 'does' : 'do'}{' '}
            {t`not fit.`}
          </span>
          <Button look="second" size="small" disabled={disabled} onClick={() => onOpen(page)}>
            <Trans>Edit page {ph({ number: page.number })}</Trans>
          </Button>
        </li>
      ))}
      {more > 0 && (
        <li>
          {t`Words on`} {formatCount(more, t`more page`)} {t`do not fit.`}
        </li>
      )}
    </ul>
  )
}
