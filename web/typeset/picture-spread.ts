import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { PageRecipe, SpreadHalf } from '#contract/page-recipe.ts'
import { blankRecipe, lookOf } from './recipe.ts'

/** What the other half of a picture over two facing pages has in common with this one. */
export const spreadPicture = (recipe: PageRecipe): Partial<PageRecipe> => {
  const { pictures, treatment, brightness, contrast, whitensPaper, paper, inks, isTextured, isLandscape } = recipe
  return { pictures, treatment, brightness, contrast, whitensPaper, paper, inks, isTextured, isLandscape }
}

const otherHalf = { left: 'right', right: 'left' } as const

export const halfOf = ({ template, spread }: PageRecipe) => (template === 'full-bleed' ? spread : undefined)

/** The halves in the order in which their pages are read. */
const halvesInOrder = (direction: ReadingDirection): [SpreadHalf, SpreadHalf] =>
  direction === 'rtl' ? ['right', 'left'] : ['left', 'right']

/** Whether two pages show the halves of one picture. */
export function areHalves(one: PageRecipe, other: PageRecipe) {
  const half = halfOf(one)
  return half !== undefined && halfOf(other) === otherHalf[half] && one.pictures[0]?.url === other.pictures[0]?.url
}

/** The page with one half of its picture, and a page with the other half, in reading order. */
export function divideOverTwo(page: PageRecipe, direction: ReadingDirection): PageRecipe[] {
  const [first, second] = halvesInOrder(direction)
  const blank = { ...blankRecipe('full-bleed'), ...lookOf(page), ...spreadPicture(page) }
  return [
    { ...page, spread: first },
    { ...blank, language: page.language, spread: second },
  ]
}

/** The number of the page that faces this one: 2 and 3, 4 and 5 and so on. It is 0 for the cover. */
export const facingNumber = (number: number) => (number % 2 === 0 ? number + 1 : number - 1)

/** Whether the page with this number is on the side of its half, or shows no half. */
export function isOnItsSide(page: PageRecipe, number: number, direction: ReadingDirection) {
  const half = halfOf(page)
  return !half || (number > 1 && half === halvesInOrder(direction)[number % 2])
}

/** The numbers of pages that show half of a picture whose other half does not face them, or is cropped otherwise. */
export const listLonelyHalves = (pages: readonly (PageRecipe | undefined)[], direction: ReadingDirection) =>
  pages.flatMap((page, index) => {
    if (!page || !halfOf(page)) return []
    const facing = pages[facingNumber(index + 1) - 1]
    const isPaired = facing && areHalves(page, facing) && cropOf(page) === cropOf(facing)
    return isPaired && isOnItsSide(page, index + 1, direction) ? [] : [index + 1]
  })

function cropOf({ pictures: [picture] }: PageRecipe) {
  const { x, y, zoom, turn } = picture?.frame ?? {}
  return [x, y, zoom, turn].join()
}
