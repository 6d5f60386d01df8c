import { useLayoutEffect, useRef } from 'react'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { drawPreview } from '../draw/draw-page.ts'
import { layoutPage } from '../layout/layout-page.ts'
import css from './make-pages-dialog.module.css'
import { notesPageSize } from './prepare-pages.ts'

/** Shows a page without pictures, whose type is loaded. It is blank until there is a recipe. */
export function PageSample({ recipe, label }: { recipe: PageRecipe | undefined; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const key = JSON.stringify(recipe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recipe is a new object on every render
  useLayoutEffect(() => {
    if (recipe && canvas.current) drawPreview(canvas.current, layoutPage(recipe, notesPageSize), [])
  }, [key])
  return <canvas ref={canvas} className={css.page} role="img" aria-label={label} />
}
