import type { Stroke } from '#contract/page-drawing.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import type { Box } from '../drawing.ts'
import { shapesOf } from './pen-shapes.ts'

const maxDrawings = 60

/** The drawings on these pages, each once, to be used as stamps. */
export function listDrawings(recipes: readonly Pick<PageRecipe, 'drawing' | 'stamps'>[]): Stroke[][] {
  const all = recipes.flatMap(({ drawing, stamps = [] }) => [
    ...groupStrokes(drawing?.strokes ?? []),
    ...stamps.flatMap(({ strokes }) => (strokes ? [strokes] : [])),
  ])
  return [...new Map(all.map((strokes) => [JSON.stringify(strokes), strokes])).values()].slice(0, maxDrawings)
}

/** The separate drawings of a page: strokes that are close to each other belong together. */
function groupStrokes(strokes: readonly Stroke[]) {
  let groups: { strokes: Stroke[]; box: Box }[] = []
  for (const stroke of strokes) {
    const { box } = shapesOf({ strokes: [stroke], ink: 0 })
    const near = new Set(groups.filter((group) => areNear(group.box, box)))
    const joined = [...[...near].flatMap((group) => group.strokes), stroke]
    groups = [
      ...groups.filter((group) => !near.has(group)),
      { strokes: joined, box: shapesOf({ strokes: joined, ink: 0 }).box },
    ]
  }
  return groups.map((group) => strokes.filter((stroke) => group.strokes.includes(stroke)))
}

/** Separate drawings are as far from each other, in units. */
const gap = 160

const areNear = (one: Box, other: Box) =>
  one.x < other.x + other.width + gap &&
  other.x < one.x + one.width + gap &&
  one.y < other.y + other.height + gap &&
  other.y < one.y + one.height + gap
