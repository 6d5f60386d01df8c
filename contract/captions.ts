import { msg, plural } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { languageInput } from './details.ts'
import { endpoint, id } from './endpoint.ts'
import { captionTracks } from './limits.ts'
import { parseCaptions } from './webvtt.ts'

const captionText = z.string('Captions must be text.').transform((body, { issues }) => {
  const parsed = parseCaptions(body)
  if ('text' in parsed) return parsed.text
  issues.push({ code: 'custom', message: parsed.problem, input: body })
  return z.NEVER
})

/** New captions as WebVTT or SRT, or those that the zine already has, by their URL. */
const captionsOfLanguage = z
  .strictObject({
    language: languageInput,
    body: captionText.optional(),
    url: z.string('The URL of captions must be text.').max(200, 'This is not the URL of captions.').optional(),
  })
  .refine(
    ({ body, url }) => (body === undefined) !== (url === undefined),
    'Captions need a body, or the URL they have.',
  )

export const captionsInput = z
  .array(captionsOfLanguage, 'The captions must be a list.')
  .max(
    captionTracks,
    say(
      msg`A video can have captions in at most ${plural({ captionTracks }, { one: '# language', other: '# languages' })}.`,
    ),
  )
  .refine(
    (captions) => new Set(captions.map(({ language }) => language)).size === captions.length,
    say(msg`A video can have only one file of captions in each language.`),
  )
export type CaptionsInput = z.infer<typeof captionsInput>

/** Drafts saved before captions existed have none. */
export const draftCaptions = z
  .array(z.object({ language: z.string(), body: z.string().optional(), url: z.string().optional() }))
  .default([])

export const zineCaptions = z.array(z.object({ language: z.string(), url: z.string() }))

const captionsOfUrl = /\/captions\/([0-9a-f]{32})$/

export const hashFromCaptionsUrl = (url: string) => captionsOfUrl.exec(url)?.[1]

export const readCaptions = endpoint({
  name: 'readCaptions',
  method: 'GET',
  path: '/api/zines/:id/captions/:hash',
  tag: 'Zines',
  summary: 'The captions of a video in one language, as WebVTT',
  access: 'anyone',
  reads: 'replica',
  params: z.strictObject({ id, hash: z.string().regex(/^[0-9a-f]{32}$/, 'There is no such caption file.') }),
  response: z.any(),
})
