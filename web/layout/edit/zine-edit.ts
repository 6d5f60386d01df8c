import type { z } from 'zod'
import type * as contract from '#contract/publishing.ts'
import type { OpenZine } from '#contract/zines.ts'
import { ApiError, call } from '#web/api/call.ts'
import { asLetters } from '../session/layout-text.ts'
import type { Layout } from '../table/layout.ts'

export type ZineText = { version: number; printing: number; layout: Layout }

/** A zine being edited: the version it is based on, its new text, and the note for a new printing. */
export type ZineEdit = { base: ZineText; layout: Layout; note: string }

export type ZineChange = z.input<NonNullable<typeof contract.updateZine.body>>

export const textOf = (zine: OpenZine): ZineText => ({
  version: zine.version,
  printing: zine.printing,
  layout: {
    title: zine.title,
    description: zine.description ?? '',
    aspectRatio: zine.aspectRatio,
    readingDirection: zine.readingDirection,
    mayPrint: zine.mayPrint,
    details: zine.details,
    contentNote: zine.contentNote,
    pages: zine.pages.map(({ url, altText, transcript, contentNote, width, height, placeholder }) => ({
      ...{ url, altText, transcript, contentNote, width, height, placeholder },
      isFromDocument: false,
    })),
  },
})

const fields = [
  ...(['title', 'description', 'aspectRatio', 'readingDirection', 'mayPrint'] as const),
  ...(['details', 'contentNote', 'pages'] as const),
] as const
type Field = (typeof fields)[number]

/** The value as the server stores it, trimmed. */
function kept(layout: Layout, field: Field) {
  if (field === 'pages') return JSON.stringify(layout.pages.map(sentPage))
  const value = layout[field]
  if (typeof value === 'string') return value.trim()
  return typeof value === 'object' ? asLetters(value) : value
}

const sentPage = ({ url, altText, transcript, contentNote }: Layout['pages'][number]) => ({
  url,
  altText: altText.trim(),
  transcript: transcript.trim(),
  contentNote: contentNote.trim(),
})

const differs = (one: Layout, other: Layout) => (field: Field) => kept(one, field) !== kept(other, field)

export const changedFields = (base: Layout, layout: Layout): Field[] => fields.filter(differs(base, layout))

export const arePicturesChanged = (base: Layout, layout: Layout) => pictures(base) !== pictures(layout)

const pictures = ({ pages }: Layout) =>
  pages
    .map(({ url }) => url)
    .sort()
    .join(' ')

export function changeOf({ base, layout, note }: ZineEdit): ZineChange {
  const values = { ...layout, title: layout.title.trim(), description: layout.description.trim() || null }
  const changed = changedFields(base.layout, layout).map((field) =>
    field === 'pages' ? ['pages', layout.pages.map(sentPage)] : [field, values[field]],
  )
  return {
    version: base.version,
    ...Object.fromEntries(changed),
    ...(arePicturesChanged(base.layout, layout) && note.trim() && { printingNote: note.trim() }),
  }
}

/** Merges changes to different fields. Undefined if both sides changed the same field. */
export function mergedEdit({ base, layout, note }: ZineEdit, theirs: ZineText): ZineEdit | undefined {
  const mine = changedFields(base.layout, layout)
  const isBoths = (field: Field) => mine.includes(field) && differs(layout, theirs.layout)(field)
  if (changedFields(base.layout, theirs.layout).some(isBoths)) return undefined
  const own = Object.fromEntries(mine.map((field) => [field, layout[field]]))
  return { base: theirs, layout: { ...theirs.layout, ...own }, note }
}

const updateZine = call<typeof contract.updateZine>('PUT', '/api/zines/:id')

type Which = { zineId: string; userId: string }

/** The server's current zine. `changed`: the edit is not saved, because the same field changed elsewhere. */
export type Sent = { is: 'saved' | 'changed'; zine: OpenZine }

/** How often to retry after concurrent edits before the member has to decide. */
const mostTries = 4

/** Saves an edit and merges concurrent changes to other fields. Writes nothing if both changed the same field. */
export async function sendEdit(which: Which, edit: ZineEdit, tries = mostTries): Promise<Sent> {
  const { zineId, userId } = which
  try {
    const { zine } = await updateZine({ params: { id: zineId }, body: { ...changeOf(edit), userId } })
    return { is: 'saved', zine }
  } catch (error) {
    const zine = error instanceof ApiError ? error.zine : undefined
    if (!zine) throw error
    const merged = mergedEdit(edit, textOf(zine))
    return merged && tries > 1 ? sendEdit(which, merged, tries - 1) : { is: 'changed', zine }
  }
}
