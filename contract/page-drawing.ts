import { z } from 'zod'
import { untrimmedText } from './endpoint.ts'
import * as limits from './limits.ts'
import { numberWithin } from './number-within.ts'

/** What a maker draws on a page: strokes of a pen and stamps. They are printed in the inks of the page, above all else. */

export const strokeWidths = ['thin', 'medium', 'thick'] as const
export type StrokeWidth = (typeof strokeWidths)[number]

export const stampDesigns = ['star', 'heart', 'moth', 'arrow', 'tick', 'tape', 'gingham', 'corner', 'border'] as const
export type StampDesign = (typeof stampDesigns)[number]

const notPoints = 'The points of a stroke must be whole numbers within the page, separated by spaces.'

/** In 4000ths of the width of the page. Strokes may begin outside the page, which may be taller when it is turned. */
const [farthest, margin] = [8_000, 1_000]
const point = String.raw`-?\d{1,4} -?\d{1,4} -?\d`
const pointsPattern = new RegExp(`^${point}(?: ${point})*$`)

/** Each number but those of the first point is the difference from the point before. */
function areWithinPage(points: string) {
  const at = [0, 0, 0]
  return points.split(' ').every((part, index) => {
    const value = (at[index % 3] ?? 0) + Number(part)
    at[index % 3] = value
    return index % 3 === 2 ? value >= 0 && value <= 9 : value >= -margin && value <= farthest + margin
  })
}

const noInk = 'The ink of a stroke or stamp must be 0 or 1.'
const ink = z.union([z.literal(0), z.literal(1)], noInk)

const stroke = z.strictObject({
  ink,
  width: z.enum(strokeWidths, 'Unknown width of a stroke.'),
  /** x, y and pressure (0 to 9) of each point: `web/typeset/pen/stroke-points.ts`. */
  points: z
    .string(notPoints)
    .max(limits.recipeStrokePoints, {
      error: `The points of a stroke can be at most ${limits.recipeStrokePoints} characters long.`,
      abort: true,
    })
    .regex(pointsPattern, { error: notPoints, abort: true })
    .refine(areWithinPage, notPoints),
})
export type Stroke = z.infer<typeof stroke>

const strokes = z
  .array(stroke, 'The strokes must be a list.')
  .max(limits.recipeStrokes, `A drawing can have at most ${limits.recipeStrokes} strokes.`)

export const drawing = z.strictObject({
  strokes,
  altText: untrimmedText('The description of a drawing', limits.recipePictureAltText).default(''),
})
export type PageDrawing = z.infer<typeof drawing>

const stamp = z
  .strictObject({
    /** A design of the site, or a copy of a drawing. */
    design: z.enum(stampDesigns, 'Unknown design of a stamp.').optional(),
    strokes: strokes.min(1, 'A drawn stamp needs a stroke.').optional(),
    /** With 1, a drawing has its two inks exchanged. */
    ink,
    /** Its middle, as a share of the width and the height of the page. */
    x: numberWithin('The place of a stamp', -0.5, 1.5),
    y: numberWithin('The place of a stamp', -0.5, 1.5),
    /** Its longer side, as a share of the width of the page. */
    size: numberWithin('The size of a stamp', 0.02, 2),
    /** In degrees, clockwise. */
    turn: numberWithin('The turn of a stamp', -180, 180),
  })
  .refine(({ design, strokes }) => (design === undefined) !== (strokes === undefined), {
    error: 'A stamp must have either a design or strokes.',
  })
export type Stamp = z.infer<typeof stamp>

export const stamps = z
  .array(stamp, 'The stamps must be a list.')
  .max(limits.recipeStamps, `A page can have at most ${limits.recipeStamps} stamps.`)
