import { msg } from '@lingui/core/runtime-macro'
import { type CaptionsInput, hashFromCaptionsUrl } from '#contract/captions.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { assertMediaFits } from '#server/media/upload-space.ts'
import { type Captions, hashOfCaptions } from './captions.queries.ts'

type CaptionedPage = { media: { kind: 'image' | 'video' }; captions: unknown[] }

export function assertCaptionsOnVideo(pages: CaptionedPage[]) {
  if (pages.some(({ media, captions }) => media.kind !== 'video' && captions.length > 0))
    throw apiError('invalid_request', msg`Only a video can have captions.`)
}

/** Captions sent by their URL are found among the current ones. If no captions were sent, the current ones stay. */
export function resolveCaptions(sent: CaptionsInput | undefined, current: Captions[]): Captions[] {
  return (sent ?? current).map(({ language, body, ...captions }) => {
    const hash = 'url' in captions ? hashFromCaptionsUrl(captions.url ?? '') : undefined
    const text = body ?? current.find((each) => hashOfCaptions(each.body) === hash)?.body
    if (text === undefined) throw noSuchCaptions(language)
    return { language, body: text }
  })
}

const noSuchCaptions = (language: string) =>
  apiError(
    'invalid_request',
    msg`The captions in the language ${{ language }} are no longer there. Add their file again.`,
  )

type CaptionsSpace = { ownerId: string; pages: { captions: Captions[] }[]; current?: { captions: Captions[] }[] }

/** @throws a refusal if the new captions would exceed the member’s quota */
export async function assertCaptionsFit(tx: Tx, { ownerId, pages, current = [] }: CaptionsSpace, quotaMb: number) {
  const byteSize = sizeOf(pages) - sizeOf(current)
  if (byteSize > 0) await assertMediaFits(tx, { ownerId, byteSize }, quotaMb)
}

const sizeOf = (pages: { captions: Captions[] }[]) =>
  pages.flatMap(({ captions }) => captions).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
