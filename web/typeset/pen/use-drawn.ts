import { useRef, useState } from 'react'
import * as limits from '#contract/limits.ts'
import type { Stamp, Stroke } from '#contract/page-drawing.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { bytesOf } from '#contract/recipe-sizes.ts'

export type Drawn = { strokes: readonly Stroke[]; stamps: readonly Stamp[] }

/** Changes with the same key that follow each other are one step. */
type History = { past: Drawn[]; future: Drawn[]; key?: string | undefined }

const maxSteps = 200

type DrawnRecipe = Pick<PageRecipe, 'drawing' | 'stamps'>

/** What was drawn on a page, with undo and redo. */
export function useDrawn(recipe: DrawnRecipe, onChange: (update: DrawnRecipe) => void) {
  const [history, setHistory] = useState<History>({ past: [], future: [] })
  const drawn: Drawn = { strokes: recipe.drawing?.strokes ?? [], stamps: recipe.stamps ?? [] }
  // A second stroke can end before the first one is rendered. Nothing else changes them while they are drawn.
  const latest = useRef({ drawn, history })
  function put(next: Drawn, nextHistory: History) {
    latest.current = { drawn: next, history: nextHistory }
    setHistory(nextHistory)
    onChange(toRecipe(next, recipe))
  }
  return {
    ...drawn,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** The bytes that a page may still have. */
    bytesLeft() {
      const { drawing, stamps } = toRecipe(latest.current.drawn, recipe)
      return limits.recipeDrawingBytes - bytesOf([drawing, stamps])
    },
    latest: () => latest.current.drawn,
    change(update: Partial<Drawn>, key?: string) {
      const { drawn: before, history } = latest.current
      const past = key && key === history.key ? history.past : [...history.past, before].slice(-maxSteps)
      put({ ...before, ...update }, { past, future: [], key })
    },
    undo() {
      const { drawn: now, history } = latest.current
      const before = history.past.at(-1)
      if (before) put(before, { past: history.past.slice(0, -1), future: [...history.future, now] })
    },
    redo() {
      const { drawn: now, history } = latest.current
      const next = history.future.at(-1)
      if (next) put(next, { past: [...history.past, now], future: history.future.slice(0, -1) })
    },
  }
}

/** A description stays while there is no stroke, which may come back. */
function toRecipe({ strokes, stamps }: Drawn, { drawing }: DrawnRecipe): DrawnRecipe {
  const altText = drawing?.altText ?? ''
  return {
    drawing: strokes.length > 0 || altText ? { strokes: [...strokes], altText } : undefined,
    stamps: stamps.length > 0 ? [...stamps] : undefined,
  }
}
