import { ph, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { drawPreview } from '../draw/draw-page.ts'
import { layoutPage } from '../templates/layout-page.ts'
import css from './contact-sheet.module.css'
import { notesPageSize } from './prepare-pages.ts'

/** A page of the sheet. `section` is its number in the notes. */
export type SheetPage = { recipe: PageRecipe; section: number }

type Props = {
  pages: SheetPage[]
  direction: 'ltr' | 'rtl'
  disabled: boolean
  /** Exchanges a section with the one before or after it. */
  onMove: (section: number, by: -1 | 1) => void
}

/** All pages, before they are made. Sections can be moved, except the cover and the back. */
export function ContactSheet({ pages, direction, disabled, onMove }: Props) {
  const { t } = useLingui()
  const [earlier, later] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight]
  const inside = pages.slice(1, -1)
  const [first, last] = [inside[0]?.section, inside.at(-1)?.section]
  return (
    <ol className={css.sheet} dir={direction} aria-label={t`All pages`}>
      {pages.map(({ recipe, section }, index) => {
        const number = index + 1
        const isOutside = index === 0 || index === pages.length - 1
        const button = (by: -1 | 1) => ({
          'aria-disabled': disabled || section === (by < 0 ? first : last) || undefined,
          onClick: (event: MouseEvent<HTMLButtonElement>) => {
            const { currentTarget } = event
            if (currentTarget.ariaDisabled) return
            // Moving the button in the document would lose the focus.
            flushSync(() => onMove(section, by))
            currentTarget.focus()
          },
        })
        return (
          <li key={keyOf(pages, index)}>
            <PageSample recipe={recipe} label={nameOf(recipe, number)} />
            <div className={css.number}>
              {!isOutside && <IconButton icon={earlier} aria-label={t`Move page ${number} earlier`} {...button(-1)} />}
              <span aria-hidden="true">{number}</span>
              {!isOutside && <IconButton icon={later} aria-label={t`Move page ${number} later`} {...button(1)} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Stays the same when the section moves. */
const keyOf = (pages: SheetPage[], index: number) => {
  const section = pages[index]?.section
  return `${section} ${pages.slice(0, index).filter((page) => page.section === section).length}`
}

function nameOf({ template, title, text }: PageRecipe, number: number) {
  if (template === 'title') return t`The cover`
  if (template === 'back') return t`The back cover`
  const words = title || text.split('\n', 1)[0]
  return words ? t`Page ${number}: ${ph({ words })}` : t`Page ${number}, in plain ink`
}

/** Shows a page without pictures, whose type is loaded. */
function PageSample({ recipe, label }: { recipe: PageRecipe; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const key = JSON.stringify(recipe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recipe is a new object on every render
  useLayoutEffect(() => {
    if (canvas.current) drawPreview(canvas.current, layoutPage(recipe, notesPageSize), [])
  }, [key])
  return <canvas ref={canvas} className={css.page} role="img" aria-label={label} />
}
