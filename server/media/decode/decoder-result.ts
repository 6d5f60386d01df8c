import type { MessageDescriptor } from '@lingui/core'
import { z } from 'zod'

const sentence: z.ZodType<MessageDescriptor> = z.object({
  id: z.string().max(20),
  message: z.string().max(500),
  values: z.record(z.string().max(20), z.union([z.string().max(100), z.number()])).optional(),
})

/** A decoder's answer. A hostile file may have taken over the process, so this is validated like any external input. */
export const decoderResult = z.union([
  z.object({
    decoded: z.object({
      extension: z.enum(['webp', 'mp4', 'webm']),
      hash: z.string().regex(/^[0-9a-f]{32}$/),
      width: z.int().positive(),
      height: z.int().positive(),
      printWidth: z.int().positive().optional(),
      perceptualHash: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
      placeholder: z
        .string()
        .max(4096)
        .regex(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/),
    }),
  }),
  z.object({ refused: sentence }),
  z.object({ full: z.literal(true) }),
])
export type DecoderResult = z.infer<typeof decoderResult>
