import { useEffect, useEffectEvent, useState } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { useUnsavedText } from '#web/ui/dialogs/form-dialog.tsx'
import type { PageSize } from '../page-size.ts'
import { areHalves, divideOverTwo, facingNumber, spreadPicture } from '../picture-spread.ts'
import { numberPage } from '../recipe.ts'
import { continuePages } from './continue-pages.ts'
import type { TablePage } from './use-making.ts'

export type PagesProps = {
  /** One page, or several that were not saved before. */
  pages: PageRecipe[]
  isRestored: boolean
  isNew: boolean
  size: PageSize
  /** How many more pages the zine can have. */
  space: number
  /** The position of the first page in the zine, from 1. */
  pageNumber: number
  direction: ReadingDirection
  /** Other pages made here, which can get the same style. */
  otherPages: readonly TablePage[]
  /** Pages with unsaved changes, or none. */
  onUnsaved: (pages: PageRecipe[]) => void
}

/** These are the same on all pages in the maker. */
const sharedFields = [
  'style',
  'textSize',
  'alignment',
  'paper',
  'inks',
  'folio',
  'treatment',
  'isTextured',
  'language',
  'isLandscape',
] as const

const sharedOf = (recipe: Partial<PageRecipe>) =>
  Object.fromEntries(sharedFields.flatMap((field) => (field in recipe ? [[field, recipe[field]]] : [])))

/** The page, those on which its text continues, and the one with the other half of its picture. */
export function usePages({ pages: initial, isRestored, isNew, space, onUnsaved, ...props }: PagesProps) {
  const [saved] = useState(initial)
  const [pages, setPages] = useState(initial)
  const [pageIndex, setPageIndex] = useState(0)
  const isUnsaved = isRestored || pages !== saved
  useUnsavedText(isUnsaved)
  const notify = useEffectEvent(onUnsaved)
  useEffect(() => notify(isUnsaved ? pages : []), [isUnsaved, pages])
  useEffect(() => () => notify([]), [])
  const recipe = pages[pageIndex] ?? (pages[0] as PageRecipe)
  const size = turn(props.size, recipe.isLandscape)
  const spaceLeft = space - (pages.length - 1) - (isNew ? 1 : 0)
  const half = halfOnTable(props, saved[0])
  return {
    pages,
    pageIndex,
    recipe,
    size,
    spaceLeft,
    /** A page on the table whose half of a picture has to be drawn again. */
    changedHalf: half && withPicture(half, pages[0]),
    show: setPageIndex,
    change: (update: Partial<PageRecipe>) =>
      setPages((current) => {
        const before = current[pageIndex] ?? recipe
        const changed = { ...before, ...update }
        return current.map((page, index) => {
          const half = areHalves(page, before) && spreadPicture(changed)
          const next = index === pageIndex ? changed : { ...page, ...sharedOf(update), ...half }
          return numberPage(next, props.pageNumber + index)
        })
      }),
    /** Shows the picture over two facing pages, or on one. */
    spread(isSpread: boolean) {
      const { spread: _half, ...whole } = recipe
      if (isSpread && half) setPages(pages.with(pageIndex, { ...recipe, spread: saved[0]?.spread }))
      else if (isSpread) setPages(pages.toSpliced(pageIndex, 1, ...divideOverTwo(recipe, props.direction)))
      else {
        const rest = pages.filter((page) => !areHalves(page, recipe))
        const index = rest.indexOf(recipe)
        setPages(rest.with(index, whole))
        setPageIndex(index)
      }
    },
    moveOverflow() {
      const continued = continuePages(recipe, size, spaceLeft)
      setPages(pages.toSpliced(pageIndex, 1, ...continued))
      setPageIndex(pageIndex + continued.length - 1)
    },
  }
}

/** Turns a size if the maker chose the other one. */
const turn = ({ width, height }: PageSize, isLandscape = width > height): PageSize =>
  isLandscape === width > height ? { width, height } : { width: height, height: width }

const halfOnTable = (
  { otherPages, pageNumber }: Pick<PagesProps, 'otherPages' | 'pageNumber'>,
  page: PageRecipe | undefined,
) => otherPages.find(({ number, recipe }) => page && number === facingNumber(pageNumber) && areHalves(recipe, page))

/** The page with the picture of the other half, or undefined if it has that already. */
function withPicture(half: TablePage, page: PageRecipe | undefined): TablePage | undefined {
  if (!page?.spread || page.spread === half.recipe.spread) return undefined
  const recipe = { ...half.recipe, ...spreadPicture(page) }
  return isSamePicture(recipe, half.recipe) ? undefined : { ...half, recipe }
}

const isSamePicture = (one: PageRecipe, other: PageRecipe) =>
  JSON.stringify(spreadPicture(one)) === JSON.stringify(spreadPicture(other))
