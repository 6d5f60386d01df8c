import { ph } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/controls/button.tsx'
import type { CutPage } from './content.ts'
import css from './layout-table.module.css'

type Props = { id?: string; pages: readonly CutPage[]; disabled: boolean; onOpen: (page: CutPage) => void }

const maxShown = 5

/** The pages made here on which some words do not fit, before they are published. */
export function CutPages({ id, pages, disabled, onOpen }: Props) {
  if (pages.length === 0) return null
  const more = pages.length - maxShown
  return (
    <ul className={css.cutPages} id={id}>
      {pages.slice(0, maxShown).map((page) => (
        <li key={page.id}>
          <span>
            <Plural
              value={page.words}
              one={`# word on page ${page.number} does not fit.`}
              other={`# words on page ${page.number} do not fit.`}
            />
          </span>
          <Button look="second" size="small" disabled={disabled} onClick={() => onOpen(page)}>
            <Trans>Edit page {ph({ number: page.number })}</Trans>
          </Button>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="Words on # more page do not fit." other="Words on # more pages do not fit." />
        </li>
      )}
    </ul>
  )
}
