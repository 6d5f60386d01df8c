import { useEffect, useRef } from 'react'
import type { Stroke, StrokeWidth } from '#contract/page-drawing.ts'
import type { Ink } from '#contract/page-recipe.ts'
import { type InkIndex, inkValues } from '../drawing.ts'
import type { PageSize } from '../page-size.ts'
import css from './draw-mode.module.css'
import { outlinePoints, pointsOf, widthOf } from './outline.ts'
import { distanceFrom, encodePoints, pageUnits, type StrokePoint, simplifyPoints } from './stroke-points.ts'
import type { useDrawn } from './use-drawn.ts'
import { usePenPointers } from './use-pen-pointers.ts'

type Props = {
  label: string
  size: PageSize
  drawn: ReturnType<typeof useDrawn>
  width: StrokeWidth
  ink: InkIndex
  inks: readonly Ink[]
  erases: boolean
  /** Whether the page has space for another stroke. */
  hasSpace: () => boolean
}

/** A transparent sheet on the page, which shows a stroke until the page below has it. */
export function PenSheet({ label, size, drawn, width, ink, inks, erases, hasSpace }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const path = useRef<readonly StrokePoint[]>(undefined)
  const frame = useRef(0)
  const paint = () => {
    if (canvas.current)
      paintPath(canvas.current, path.current ?? [], { width, colour: inkValues[inks[ink] ?? 'black'] })
  }
  const paintSoon = (points: readonly StrokePoint[] | undefined) => {
    path.current = points
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(paint)
  }
  const { strokes } = drawn
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page below is drawn in the same frame
  useEffect(() => {
    const next = requestAnimationFrame(paint)
    return () => cancelAnimationFrame(next)
  }, [strokes])
  const pointers = usePenPointers({
    erases,
    height: (pageUnits * size.height) / size.width,
    canDraw: hasSpace,
    onPath: paintSoon,
    onStroke(points) {
      path.current = undefined
      const space = drawn.bytesLeft() - strokeBytes
      const stroke = { ink, width, points: encodeWithin(points, space) }
      drawn.change({ strokes: [...drawn.latest().strokes, stroke] })
    },
    onErase(at, swipe) {
      const before = drawn.latest().strokes
      const rest = before.filter((stroke) => !isNear(stroke, at))
      if (rest.length < before.length) drawn.change({ strokes: rest }, `erase ${swipe}`)
    },
  })
  return <canvas ref={canvas} role="img" aria-label={label} className={css.pen} data-erases={erases} {...pointers} />
}

/** What a stroke takes without its points. */
export const strokeBytes = 60

/** The points of a stroke within as many characters. It is simpler if there is less space. */
function encodeWithin(points: readonly StrokePoint[], space: number) {
  for (let tolerance = 3; ; tolerance *= 1.5) {
    const encoded = encodePoints(simplifyPoints(points, tolerance))
    if (encoded.length <= Math.min(space, maxPoints) || tolerance > pageUnits * 3) return encoded
  }
}

/** Below `limits.recipeStrokePoints`, which counts the same characters. */
const maxPoints = 12_000

/** How close the eraser has to be to the edge of a stroke, in units. */
const reach = 60

function isNear(stroke: Stroke, [x, y]: StrokePoint) {
  const points = pointsOf(stroke)
  const near = reach + widthOf(stroke) / 2
  return points.some((point, index) => {
    const last = points[index - 1] ?? point
    return distanceFrom([x, y, 0], [last[0], last[1], 0], [point[0], point[1], 0]) <= near
  })
}

type Look = { width: StrokeWidth; colour: string }

function paintPath(canvas: HTMLCanvasElement, points: readonly StrokePoint[], { width, colour }: Look) {
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.round(side * devicePixelRatio))
  // The same size would also make the browser lay out the document.
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high })
  canvas.dataset.draws = String(points.length > 0)
  const pen = canvas.getContext('2d')
  pen?.resetTransform()
  pen?.clearRect(0, 0, canvas.width, canvas.height)
  if (!pen || points.length === 0) return
  const scale = canvas.width / pageUnits
  pen.scale(scale, scale)
  pen.fillStyle = colour
  pen.beginPath()
  for (const [x, y] of outlinePoints(points, width)) pen.lineTo(x, y)
  pen.fill()
}
