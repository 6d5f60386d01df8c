import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SUBJECT_NAMES } from './subjects/subjects.ts'

const line = z.string().min(1)
const advertisement = z.strictObject({ heading: line, text: line })
const legend = z.tuple([line, line, line])

const words = z.strictObject({
  gigDoors: line,
  mapLegend: z.strictObject({ en: legend, ru: legend }),
  newsletter: z.strictObject({ price: line, coverCaption: line, insideCaption: line }),
  advertisements: z.partialRecord(z.enum(SUBJECT_NAMES), z.array(advertisement)),
})

export type Advertisement = z.infer<typeof advertisement>

/** What some styles print besides a zine's own words. */
export const WORDS = words.parse(JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8')))
