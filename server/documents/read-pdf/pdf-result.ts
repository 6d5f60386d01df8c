import { z } from 'zod'
import { maxCharacters, renderSides } from './pdf-task.ts'

/** A reader's answer. A hostile file may have taken over the process, so this is validated like any external input. */
export const pdfResultSchema = z.union([
  z.object({
    counted: z.object({
      pageCount: z.int().nonnegative(),
      boxes: z.array(z.object({ width: z.number(), height: z.number() })).max(1_000),
    }),
  }),
  z.object({
    rendered: z.object({
      width: z.int().positive().max(renderSides.long),
      height: z.int().positive().max(renderSides.long),
      text: z.string().max(maxCharacters),
    }),
  }),
  z.object({ refused: z.enum(['locked', 'damaged', 'too much', 'missing font', 'unflattened']) }),
  z.object({ full: z.literal(true) }),
])
export type PdfResult = z.infer<typeof pdfResultSchema>
