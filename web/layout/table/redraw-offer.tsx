import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { fillsPaper } from '#contract/paper-formats.ts'
import { useMaking } from '#web/typeset/editor/use-making.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import offer from '../sheet/sheet-offer.module.css'
import { type ContentPage, replacePictures, type ZineContent } from './content.ts'
import { describeOverflow, listDrawablePages } from './made-pages.ts'
import type { LayoutTableProps } from './use-stage.ts'

type Props = Pick<LayoutTableProps, 'content' | 'onChange' | 'busy'>

/** After a change of the paper or the order of numbered pages, offers to draw the pages made here again. Their texts stay as they are. */
export function RedrawOffer({ content, onChange, busy = false }: Props) {
  const { t } = useLingui()
  const [result, setResult] = useState<string>()
  const { progress, problem, make, cancel } = useMaking((_, redrawn) => {
    const withoutTexts = redrawn.map((page) => ({ ...page, finish: withRecipe(page.recipe) }))
    onChange(replacePictures(withoutTexts))
    const overflow = describeOverflow(content.pages, redrawn)
    const done = t`${plural({ count: redrawn.length }, { one: '# page redrawn.', other: '# pages redrawn.' })}`
    setResult([done, overflow].filter(Boolean).join(' '))
  })
  const outdated = listOutdatedPages(content)
  const count = outdated.length
  if (count === 0 && !result) return null
  return (
    <section className={offer.offer} tabIndex={-1} aria-label={t`Pages made here`}>
      <p role="status">
        {count > 0
          ? t`${plural(count, {
              one: '# page made here still has an old format or number.',
              other: '# pages made here still have an old format or number.',
            })}`
          : result}
      </p>
      {count > 0 && (
        <Button look="second" size="small" disabled={busy} onClick={() => void make([], outdated)}>
          {t`${plural(count, { one: 'Redraw it', other: 'Redraw them' })}`}
        </Button>
      )}
      <Problem>{problem}</Problem>
      {progress && (
        <Dialog open onOpenChange={(open) => open || cancel()} title={t`Redrawing pages`} width="26rem">
          <p role="status">{progress.label}</p>
          <ProgressBar progress={progress.value} />
          <div className={dialog.row}>
            <Button look="second" data-autofocus onClick={cancel}>{t`Cancel`}</Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

const withRecipe = (recipe: PageRecipe) => (page: ContentPage) => ({ ...page, recipe })

/** Without a paper of its own, a zine has no format that its pages could miss. */
const listOutdatedPages = (content: ZineContent) =>
  listDrawablePages(content, content.pages).filter(
    ({ ratio, size, isRenumbered }) =>
      isRenumbered || (content.paper !== 'pictures' && ratio && !fillsPaper(ratio, size.width / size.height)),
  )
