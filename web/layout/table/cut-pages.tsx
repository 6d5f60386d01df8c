import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/controls/button.tsx'
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
        <CutPageItem key={page.id} page={page} disabled={disabled} onOpen={() => onOpen(page)} />
      ))}
      {more > 0 && (
        <li>
          {t`${plural(more, { one: 'Words on # more page do not fit.', other: 'Words on # more pages do not fit.' })}`}
        </li>
      )}
    </ul>
  )
}

type ItemProps = { page: CutPage; disabled: boolean; onOpen: () => void }

const CutPageItem = ({ page: { words, number }, disabled, onOpen }: ItemProps) => {
  const { t } = useLingui()
  return (
    <li>
      <span>
        {t`${plural(words, {
          one: `# word on page ${number} does not fit.`,
          other: `# words on page ${number} do not fit.`,
        })}`}
      </span>
      <Button look="second" size="small" disabled={disabled} onClick={onOpen}>{t`Edit page ${number}`}</Button>
    </li>
  )
}
