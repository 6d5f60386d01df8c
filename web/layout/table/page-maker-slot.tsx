import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PageRecipe, StoredRecipe } from '#contract/page-recipe.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import type { PageMakerProps } from '#web/typeset/editor/page-maker.tsx'
import type { MadePage } from '#web/typeset/editor/use-making.ts'
import { sizeFor } from '#web/typeset/page-size.ts'
import { blankRecipe, knownRecipe, lookOf, numberPage } from '#web/typeset/recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { type ContentPage, replacePictures, type ZineContent } from './content.ts'
import { lastMade, listDrawablePages, type MadeFrom, openableFrom, replaceMade } from './made-pages.ts'
import { showAddedInstead, showCutPages, showTextOverflow } from './maker-toasts.ts'
import { useUnsavedPages } from './unsaved-pages.tsx'
import type { Sending } from './use-sending.ts'
import type { LayoutTableProps, useStage } from './use-stage.ts'

type Stage = ReturnType<typeof useStage>

export type PageMaker = ReturnType<typeof usePageMaker>

/** Which page the maker shows, if it is open. */
export function usePageMaker(
  stage: Stage,
  { sending, zineId, initialPages }: Pick<LayoutTableProps, 'sending' | 'zineId' | 'initialPages'>,
) {
  const { contentPages, pageIndex } = stage
  const madeFrom = openableFrom(sending, stage, pageIndex)
  const [open, setOpen] = useState<{ from: MadeFrom | undefined; pageIndex: number; restored?: PageRecipe[] }>()
  const recipe = knownRecipe(madeFrom?.recipe)
  const sent = sending.pages.flatMap(({ id }) => {
    const sentRecipe = sending.recipeOf(id)
    const url = contentPages.find((page) => page.id === id)?.url
    return sentRecipe ? [{ recipe: sentRecipe, pageId: id, url }] : []
  })
  const initial = initialPages?.recipes ?? []
  const [isDrawing, setDrawing] = useState(initial.length > 0)
  const unsaved = useUnsavedPages({ zineId, sent, initial })
  function openRestored() {
    const { recipe, pageId, url } = unsaved.restored[0] ?? {}
    const isOnTable = contentPages.some((page) => page.id === pageId && page.url === url)
    const from = recipe && pageId && isOnTable ? { recipe, pageId, url } : undefined
    setOpen({ from, pageIndex, restored: unsaved.restored.map((page) => page.recipe) })
  }
  return {
    open,
    canEdit: recipe !== undefined,
    isNewer: madeFrom !== undefined && !recipe,
    openNew: () => setOpen({ from: undefined, pageIndex }),
    edit: () => recipe && setOpen({ from: madeFrom, pageIndex }),
    openPage(id: string) {
      const index = stage.pageIndexOf(id)
      const from = openableFrom(sending, stage, index)
      if (!knownRecipe(from?.recipe)) return
      stage.show(index)
      setOpen({ from, pageIndex: index })
    },
    openRestored,
    close: () => setOpen(undefined),
    unsaved,
    /** Whether the pages of a new draft are drawn. */
    isDrawing,
    stopDrawing: () => setDrawing(false),
  }
}

type ButtonProps = { maker: PageMaker; pageIndex: number; busy: boolean }

export function EditPageButton({ maker: { canEdit, isNewer, edit }, pageIndex, busy }: ButtonProps) {
  const { t } = useLingui()
  if (isNewer) return <p className="meta">{t`Made with a newer version of Foldout. You can replace or remove it.`}</p>
  if (!canEdit) return null
  return (
    <Button
      look="second"
      size="small"
      disabled={busy}
      aria-label={t`Edit page ${ph({ number: pageIndex + 1 })}`}
      onClick={edit}
    >{t`Edit`}</Button>
  )
}

type SlotProps = { stage: Stage; maker: PageMaker } & Pick<
  LayoutTableProps,
  'content' | 'sending' | 'maxPages' | 'zineId' | 'isPublished'
>

export function PageMakerSlot({ stage, maker: { open, close, unsaved }, ...table }: SlotProps) {
  const { t } = useLingui()
  const { content, sending, maxPages } = table
  const Maker = useLazyComponent<PageMakerProps>(open !== undefined, loadMaker, close)
  const viewer = useViewer()
  if (!open || !Maker) return null
  const { from } = open
  const opened = stage.contentPages.find(({ id }) => id === from?.pageId)
  const number = (from ? stage.pageIndexOf(from.pageId) : newPageIndex(stage)) + 1
  const pages = open.restored ?? [numberPage(knownRecipe(from?.recipe) ?? newRecipe(stage, content, sending), number)]
  return (
    <Maker
      pages={pages}
      isRestored={open.restored !== undefined}
      isNew={!from}
      pageId={sending.pages.some(({ id }) => id === from?.pageId) ? undefined : opened?.id}
      size={sizeFor(content, opened ?? content.pages[0])}
      pictures={stage.contentPages.filter(({ recipe }) => !recipe)}
      back={{
        title: viewer?.username ?? '',
        text: String(new Date().getFullYear()),
        captions: [`${location.origin}/zine/${table.zineId}`],
        captionHint: table.isPublished ? undefined : t`This address works once the zine is published.`,
      }}
      space={maxPages - stage.allPages.length}
      pageNumber={number}
      direction={content.readingDirection}
      otherPages={listDrawablePages(content, stage.contentPages).filter(({ id }) => id !== opened?.id)}
      onDone={(made, redrawn) => {
        close()
        if (redrawn.length > 0)
          stage.change(
            replacePictures(redrawn.map((page) => ({ ...page, appendIfPageIsGone: page.id === opened?.id }))),
          )
        const cut = redrawn.filter(({ id, overflowWords }) => id !== opened?.id && overflowWords > 0)
        if (cut.length > 0) showCutPages(stage, cut)
        else if (made.some(({ overflowWords }) => overflowWords > 0)) showTextOverflow()
        if (opened && redrawn.some(({ id }) => id === opened.id))
          return void sending.addMade(made, idsAfter(stage, opened))
        if (replaceMade(sending, stage, { made, from })) return
        if (from) showAddedInstead()
        stage.select(sending.addMade(made, idsAfterNew(stage, made))[0])
      }}
      onUnsaved={(pages) => {
        sending.setMaking(pages.length > 0)
        unsaved.setInMaker(pages.map((recipe, index) => ({ recipe, ...(index === 0 && changedPage(from)) })))
        if (pages.length > 0 && open.restored) unsaved.forget()
      }}
      onClose={close}
    />
  )
}

const changedPage = (from: MadeFrom | undefined) => from && { pageId: from.pageId, url: from.url }

const idsAfter = ({ pageIndexOf, idsFrom }: Stage, { id }: ContentPage) => idsFrom(pageIndexOf(id) + 1)

const isBack = (recipe: StoredRecipe | undefined) => knownRecipe(recipe)?.template === 'back'

/** New pages come before the back cover, which is the last page. */
function newPageIndex({ allPages, contentPages }: Stage) {
  const last = contentPages[allPages.at(-1)?.contentIndex ?? -1]
  return isBack(last?.recipe) ? allPages.length - 1 : allPages.length
}

const idsAfterNew = (stage: Stage, made: readonly MadePage[]) =>
  made.some(({ recipe }) => isBack(recipe)) ? [] : stage.idsFrom(newPageIndex(stage))

const loadMaker = async () => (await import('#web/typeset/editor/page-maker.tsx')).PageMaker

function newRecipe(stage: Stage, { details }: ZineContent, sending: Sending): PageRecipe {
  const { allPages } = stage
  const blank = blankRecipe(allPages.length === 0 ? 'title' : 'text')
  const last = lastMade(sending, stage)
  if (!last) return { ...blank, textSize: 'medium', inks: ['black', 'pink'], language: details.languages?.[0] ?? '' }
  const { treatment, isTextured, language, folio } = last
  return { ...blank, ...lookOf(last), treatment, isTextured, language, folio }
}
