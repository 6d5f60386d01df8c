import { z } from 'zod'
import { mostCharacters, mostDrawn } from './pdf-task.ts'

/** A reader's answer. A hostile file may have taken over the process, so this is validated like any external input. */
export const pdfAnswer = z.union([
  z.object({
    counted: z.object({
      pageCount: z.int().nonnegative(),
      boxes: z.array(z.object({ width: z.number(), height: z.number() })).max(1_000),
    }),
  }),
  z.object({
    drawn: z.object({
      width: z.int().positive().max(mostDrawn.width),
      height: z.int().positive().max(mostDrawn.height),
      text: z.string().max(mostCharacters),
    }),
  }),
  z.object({ refused: z.enum(['locked', 'damaged', 'too much']) }),
  z.object({ full: z.literal(true) }),
])
export type PdfAnswer = z.infer<typeof pdfAnswer>
