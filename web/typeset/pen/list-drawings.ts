import type { Stroke } from '#contract/page-drawing.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { pointsOf, widthOf } from './outline.ts'

const maxDrawings = 60

/** The drawings on these pages, each once, to be used as stamps. */
export function listDrawings(recipes: readonly Pick<PageRecipe, 'drawing' | 'stamps'>[]): Stroke[][] {
  const all = recipes.flatMap(({ drawing, stamps = [] }) => [
    ...groupStrokes(drawing?.strokes ?? []),
    ...stamps.flatMap(({ strokes }) => (strokes ? [strokes] : [])),
  ])
  return [...new Map(all.map((strokes) => [JSON.stringify(strokes), strokes])).values()].slice(0, maxDrawings)
}

type Edges = { left: number; top: number; right: number; bottom: number }
type Group = Edges & { strokes: Stroke[] }

/** Drawings are as far from each other, in units. */
const gap = 160

/** The separate drawings of a page: strokes that are close to each other belong together. */
function groupStrokes(strokes: readonly Stroke[]) {
  let groups: Group[] = []
  for (const stroke of strokes) {
    const group: Group = { ...edgesOf(stroke), strokes: [stroke] }
    const near = groups.filter((other) => areNear(other, group))
    groups = [...groups.filter((other) => !near.includes(other)), join([...near, group])]
  }
  const position = new Map(strokes.map((stroke, index) => [stroke, index]))
  const at = (stroke: Stroke) => position.get(stroke) ?? 0
  return groups.map((group) => group.strokes.toSorted((one, other) => at(one) - at(other)))
}

function edgesOf(stroke: Stroke): Edges {
  const edges = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  const half = widthOf(stroke) / 2
  for (const [x, y] of pointsOf(stroke)) {
    edges.left = Math.min(edges.left, x - half)
    edges.top = Math.min(edges.top, y - half)
    edges.right = Math.max(edges.right, x + half)
    edges.bottom = Math.max(edges.bottom, y + half)
  }
  return edges
}

const areNear = (one: Edges, other: Edges) =>
  one.left < other.right + gap &&
  other.left < one.right + gap &&
  one.top < other.bottom + gap &&
  other.top < one.bottom + gap

const join = (groups: Group[]): Group => ({
  left: Math.min(...groups.map(({ left }) => left)),
  top: Math.min(...groups.map(({ top }) => top)),
  right: Math.max(...groups.map(({ right }) => right)),
  bottom: Math.max(...groups.map(({ bottom }) => bottom)),
  strokes: groups.flatMap(({ strokes }) => strokes),
})
