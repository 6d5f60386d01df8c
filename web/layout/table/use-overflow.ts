import { useEffect, useState } from 'react'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { fillsPaper, pictureRatio } from '#contract/paper-formats.ts'
import { sizeFor } from '#web/typeset/page-size.ts'
import { knownRecipe } from '#web/typeset/recipe.ts'
import { whenIdle } from '#web/ui/busy-clicks.ts'
import type { ContentPage, CutPage, ZineContent } from './content.ts'

/** The keys are recipes and sizes. Autosave and other changes keep the recipe's object. */
const counts = new WeakMap<PageRecipe, Map<string, number>>()

/** The pages on which some words do not fit, and which of them was opened in the page maker last. */
export function useCutPages(content: Pick<ZineContent, 'pages' | 'paper'>) {
  const [opened, setOpened] = useState<CutPage>()
  // A copy, because the same page can be opened again.
  const open = (page: CutPage) => setOpened({ ...page })
  return { cutPages: useOverflow(content), opened, open }
}

/** Lists only pages made here, once they are laid out. */
function useOverflow(content: Pick<ZineContent, 'pages' | 'paper'>): CutPage[] {
  const { pages, paper } = content
  const [, rerender] = useState(0)
  useEffect(() => {
    const pending = pages.flatMap((page) => uncountedOf({ paper }, page))
    if (pending.length === 0) return
    let isStale = false
    const countAll = async () => {
      await whenIdle()
      const { countOverflow } = await import('#web/typeset/count-overflow.ts')
      for (const { recipe, size, key } of pending) {
        if (isStale) return
        const words = await countOverflow(recipe, size)
        counts.set(recipe, new Map([...(counts.get(recipe) ?? []), [key, words]]))
      }
      if (!isStale) rerender((count) => count + 1)
    }
    // Without the type or a connection, the pages stay unmarked until the next change.
    countAll().catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [pages, paper])
  return pages.flatMap((page, index) => {
    const made = measuredOf({ paper }, page)
    const words = (made && counts.get(made.recipe)?.get(made.key)) ?? 0
    return words > 0 ? [{ id: page.id, number: index + 1, words }] : []
  })
}

function measuredOf(content: Pick<ZineContent, 'paper'>, page: ContentPage) {
  const recipe = knownRecipe(page.recipe)
  const size = recipe && sizeOfPicture(content, page, recipe)
  return size && { recipe, size, key: `${size.width} ${size.height}` }
}

const uncountedOf = (content: Pick<ZineContent, 'paper'>, page: ContentPage) => {
  const made = measuredOf(content, page)
  return !made || counts.get(made.recipe)?.has(made.key) ? [] : [made]
}

/** A picture that was drawn for another paper keeps its format. */
function sizeOfPicture(content: Pick<ZineContent, 'paper'>, page: ContentPage, recipe: PageRecipe) {
  const size = sizeFor(content, page, recipe)
  const ratio = pictureRatio(page)
  if (!ratio || fillsPaper(ratio, size.width / size.height)) return size
  const longSide = Math.max(size.width, size.height)
  return { width: Math.round(longSide * Math.min(1, ratio)), height: Math.round(longSide / Math.max(1, ratio)) }
}
