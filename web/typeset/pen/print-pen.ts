import type { PageRecipe } from '#contract/page-recipe.ts'
import type { Drawing } from '../drawing.ts'

type PenShapes = typeof import('./pen-shapes.ts')

let shapes: PenShapes | undefined

type Drawn = Pick<PageRecipe, 'drawing' | 'stamps'>

export const isDrawnOn = ({ drawing, stamps }: Drawn) => Boolean(drawing?.strokes.length || stamps?.length)

/** Loads the code that draws strokes and stamps. */
export async function loadPen() {
  shapes ??= await import('./pen-shapes.ts')
}

export const isPenReady = () => shapes !== undefined

/** The page with its strokes and stamps above everything else. `loadPen` must have loaded their code. */
export function withPen(page: Drawing, recipe: Drawn): Drawing {
  if (!isDrawnOn(recipe)) return page
  if (!shapes) throw new Error('The pen is not loaded')
  return { ...page, marks: [...page.marks, ...shapes.penMarks(recipe, page)] }
}
