import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Eraser, Redo2, Stamp as StampIcon, Undo2 } from 'lucide-react'
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import * as limits from '#contract/limits.ts'
import type { Stamp, StrokeWidth } from '#contract/page-drawing.ts'
import type { Ink, PageRecipe } from '#contract/page-recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type Icon, IconButton } from '#web/ui/controls/icon-button.tsx'
import { type InkIndex, inkValues } from '../drawing.ts'
import { inkNames } from '../look/look-fields.tsx'
import type { PageSize } from '../page-size.ts'
import css from './draw-mode.module.css'
import { listDrawings } from './list-drawings.ts'
import { PenSheet, strokeBytes } from './pen-sheet.tsx'
import { StampFields, type StampMotif } from './stamp-fields.tsx'
import { StampSheet } from './stamp-sheet.tsx'
import { type Drawn, useDrawn } from './use-drawn.ts'
import type { StampChange } from './use-stamp-gestures.ts'

export type DrawModeProps = {
  recipe: PageRecipe
  size: PageSize
  /** The element over the page. */
  sheet: HTMLElement
  /** The pages of the zine that were made here, for their drawings. */
  zinePages: readonly PageRecipe[]
  onChange: (update: Pick<PageRecipe, 'drawing' | 'stamps'>) => void
  onDone: () => void
}

type Tool = StrokeWidth | 'eraser' | 'stamps'

/** Draws on a page with a pen and stamps. */
export function DrawMode({ recipe, size, sheet, zinePages, onChange, onDone }: DrawModeProps) {
  const { t } = useLingui()
  const drawn = useDrawn(recipe, onChange)
  const [tool, setTool] = useState<Tool>('medium')
  const [chosenInk, setInk] = useState<InkIndex>(0)
  const stamping = useStamping(drawn)
  const inks = [...new Set(recipe.inks)]
  const penInk = inks.length > 1 ? chosenInk : 0
  const ink = tool === 'stamps' ? (stamping.stamp?.ink ?? penInk) : penInk
  useDrawKeys(drawn, onDone)
  const drawings = useMemo(() => (tool === 'stamps' ? listDrawings(zinePages) : []), [tool, zinePages])
  const isFull = !hasSpaceFor(drawn)
  const chooseInk = (index: InkIndex) => {
    setInk(index)
    if (tool === 'stamps' && stamping.stamp) stamping.change(stamping.selected, { ink: index }, 'ink')
  }
  return (
    <section className={css.mode} aria-label={t`Draw on the page`}>
      {createPortal(
        tool === 'stamps' ? (
          <StampSheet
            size={size}
            stamps={drawn.stamps}
            latest={() => drawn.latest().stamps}
            selected={stamping.selected}
            onSelect={stamping.select}
            onChange={stamping.change}
            onRemove={stamping.remove}
          />
        ) : (
          <PenSheet
            label={t`Page to draw on`}
            size={size}
            drawn={drawn}
            width={tool === 'eraser' ? 'medium' : tool}
            ink={ink}
            inks={inks}
            erases={tool === 'eraser'}
            hasSpace={() => hasSpaceFor(drawn)}
          />
        ),
        sheet,
      )}
      <p className={css.full} role="status">
        {isFull
          ? t`This page is full of drawing. Erase something, or draw on another page.`
          : tool === 'stamps' && stamping.isRefused && t`This page has no room for this stamp. Remove another one.`}
      </p>
      {tool === 'stamps' && (
        <StampFields
          inks={inks}
          ink={ink}
          drawings={drawings.map((strokes) => ({ strokes }))}
          stamp={stamping.stamp}
          selected={stamping.selected}
          onAdd={(motif) => stamping.add(motif, ink)}
          onChange={stamping.change}
          onRemove={stamping.remove}
        />
      )}
      <div className={css.tools}>
        <ToolButtons tool={tool} onTool={setTool} />
        <InkButtons inks={inks} ink={ink} onInk={chooseInk} />
      </div>
      <div className={css.tools}>
        <IconButton icon={Undo2} aria-label={t`Undo`} aria-disabled={!drawn.canUndo} onClick={drawn.undo} />
        <IconButton icon={Redo2} aria-label={t`Redo`} aria-disabled={!drawn.canRedo} onClick={drawn.redo} />
        <Button size="small" onClick={onDone}>{t`Done`}</Button>
      </div>
    </section>
  )
}

/** A short stroke fits in as many bytes. */
const shortStroke = 400

const hasSpaceFor = (drawn: ReturnType<typeof useDrawn>) =>
  drawn.bytesLeft() >= shortStroke && drawn.latest().strokes.length < limits.recipeStrokes

/** The chosen stamp. A new one gets the focus, and after a removal the last one. */
function useStamping(drawn: ReturnType<typeof useDrawn>) {
  const [selected, select] = useState(-1)
  const [isRefused, setRefused] = useState(false)
  const movesFocus = useRef(false)
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    const target = `[data-stamp="${selected}"]`
    const tool = `.${css.tools} [aria-pressed="true"]`
    const element = document.querySelector<HTMLElement>(target) ?? document.querySelector<HTMLElement>(tool)
    element?.focus({ preventScroll: true })
  })
  const selectWithFocus = (index: number) => {
    select(index)
    movesFocus.current = true
  }
  const change: StampChange = (index, update, key) =>
    drawn.change(
      { stamps: drawn.latest().stamps.map((stamp, at) => (at === index ? { ...stamp, ...update } : stamp)) },
      key,
    )
  return {
    selected,
    select,
    isRefused,
    stamp: drawn.stamps[selected],
    change,
    add(motif: StampMotif, ink: InkIndex) {
      const { stamps } = drawn.latest()
      const stamp = newStamp(motif, { ink, stamps })
      const bytes = JSON.stringify(stamp).length + strokeBytes
      const hasSpace = stamps.length < limits.recipeStamps && bytes <= drawn.bytesLeft()
      setRefused(!hasSpace)
      if (!hasSpace) return
      drawn.change({ stamps: [...stamps, stamp] })
      selectWithFocus(stamps.length)
    },
    remove(index: number) {
      const rest = drawn.latest().stamps.filter((_, at) => at !== index)
      drawn.change({ stamps: rest })
      setRefused(false)
      selectWithFocus(rest.length - 1)
    },
  }
}

/** In the middle of the page, or beside other stamps. */
function newStamp(motif: StampMotif, { ink, stamps }: { ink: InkIndex } & Pick<Drawn, 'stamps'>): Stamp {
  const at = 0.5 + ((stamps.length % 5) - 2) * 0.06
  return { ...motif, ink: motif.strokes ? 0 : ink, x: at, y: at, size: 0.3, turn: 0 }
}

/** Escape leaves the mode. This is before the listener of the dialog, which would close. */
function useDrawKeys(drawn: ReturnType<typeof useDrawn>, onDone: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (event.key === 'Escape') onDone()
    else if (isCommand && key === 'z') event.shiftKey ? drawn.redo() : drawn.undo()
    else if (isCommand && key === 'y') drawn.redo()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const stop = new AbortController()
    addEventListener('keydown', (event) => onKey(event), { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
}

type ToolProps = { tool: Tool; onTool: (tool: Tool) => void }

function ToolButtons({ tool, onTool }: ToolProps) {
  const { t } = useLingui()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  const tools: [Tool, string, Icon][] = [
    ['thin', t`Thin pen`, penIcons.thin],
    ['medium', t`Medium pen`, penIcons.medium],
    ['thick', t`Thick pen`, penIcons.thick],
    ['eraser', t`Eraser`, Eraser],
    ['stamps', t`Stamps`, StampIcon],
  ]
  return tools.map(([value, name, icon]) => (
    <IconButton
      key={value}
      ref={value === 'medium' ? first : undefined}
      icon={icon}
      aria-label={name}
      aria-pressed={tool === value}
      onClick={() => onTool(value)}
    />
  ))
}

const penIcon =
  (strokeWidth: number): Icon =>
  ({ className }) => (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 15c2-8 6-9 7-4s4 5 7-3" style={{ strokeWidth }} />
    </svg>
  )

const penIcons = { thin: penIcon(1.5), medium: penIcon(3.5), thick: penIcon(6) }

type InkProps = { inks: readonly Ink[]; ink: InkIndex; onInk: (ink: InkIndex) => void }

function InkButtons({ inks, ink, onInk }: InkProps) {
  const { t } = useLingui()
  return inks.map((name, index) => (
    <button
      key={name}
      type="button"
      className={css.ink}
      aria-label={t`Ink: ${ph({ ink: t(inkNames[name]) })}`}
      aria-pressed={index === ink}
      style={{ '--colour': inkValues[name] } as CSSProperties}
      onClick={() => onInk(index === 1 ? 1 : 0)}
    />
  ))
}
