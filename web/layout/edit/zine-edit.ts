import type { z } from 'zod'
import type * as contract from '#contract/publishing.ts'
import { isBlank, trimText } from '#contract/visible-text.ts'
import type { FullZine } from '#contract/zines.ts'
import { call, currentState } from '#web/api/call.ts'
import { serialise } from '../session/layout-text.ts'
import { type Layout, withAspectRatio } from '../table/layout.ts'

export type ZineText = { version: number; printing: number; layout: Layout }

/** A zine being edited: the version it is based on, its new text, and the note for a new printing. */
export type ZineEdit = { base: ZineText; layout: Layout; note: string }

export type ZineChange = z.input<NonNullable<typeof contract.updateZine.body>>

export const textOf = (zine: FullZine): ZineText => ({
  version: zine.version,
  printing: zine.printing,
  layout: {
    title: zine.title,
    description: zine.description ?? '',
    aspectRatio: zine.aspectRatio,
    paper: zine.paper,
    readingDirection: zine.readingDirection,
    mayPrint: zine.mayPrint,
    details: zine.details,
    contentNote: zine.contentNote,
    pages: zine.pages.map(({ url, altText, transcript, contentNote, captions = [], recipe, ...picture }) => ({
      ...{ url, altText, transcript, contentNote, captions, recipe },
      ...{ width: picture.width, height: picture.height, placeholder: picture.placeholder },
      isFromDocument: false,
    })),
  },
})

const fields = [
  ...(['title', 'description', 'paper', 'readingDirection', 'mayPrint'] as const),
  ...(['details', 'contentNote', 'pages'] as const),
] as const
type Field = (typeof fields)[number]

/** The value as the server stores it, trimmed. */
function storedValue(layout: Layout, field: Field) {
  if (field === 'pages')
    return JSON.stringify(
      layout.pages.map((page) => ({
        ...toSentPage(page),
        captions: page.captions.map(serialise),
        recipe: page.recipe && serialise(page.recipe),
      })),
    )
  const value = layout[field]
  if (typeof value === 'string') return trimText(value)
  return typeof value === 'object' ? serialise(value) : value
}

const toSentPage = ({ url, altText, transcript, contentNote, captions, recipe }: Layout['pages'][number]) => ({
  url,
  captions,
  recipe,
  altText: trimText(altText),
  transcript: trimText(transcript),
  contentNote: trimText(contentNote),
})

const differs = (a: Layout, b: Layout) => (field: Field) => storedValue(a, field) !== storedValue(b, field)

export const changedFields = (base: Layout, layout: Layout): Field[] => fields.filter(differs(base, layout))

export const arePicturesChanged = (base: Layout, layout: Layout) => pictureKey(base) !== pictureKey(layout)

const pictureKey = ({ pages }: Layout) =>
  pages
    .map(({ url }) => url)
    .sort()
    .join(' ')

export function toUpdate({ base, layout, note }: ZineEdit): ZineChange {
  const values = { ...layout, title: trimText(layout.title), description: trimText(layout.description) || null }
  const changed = changedFields(base.layout, layout).map((field) =>
    field === 'pages' ? ['pages', layout.pages.map(toSentPage)] : [field, values[field]],
  )
  return {
    version: base.version,
    ...Object.fromEntries(changed),
    ...(layout.aspectRatio !== base.layout.aspectRatio && { aspectRatio: layout.aspectRatio, paper: layout.paper }),
    ...(arePicturesChanged(base.layout, layout) && !isBlank(note) && { printingNote: note.trim() }),
  }
}

/** Merges changes to different fields. Undefined if both sides changed the same field. */
export function mergeEdit({ base, layout, note }: ZineEdit, savedText: ZineText): ZineEdit | undefined {
  const changedHere = changedFields(base.layout, layout)
  const isChangedInBoth = (field: Field) => changedHere.includes(field) && differs(layout, savedText.layout)(field)
  if (changedFields(base.layout, savedText.layout).some(isChangedInBoth)) return undefined
  const localChanges = Object.fromEntries(changedHere.map((field) => [field, layout[field]]))
  const merged = withAspectRatio(savedText.layout, { ...savedText.layout, ...localChanges })
  return { base: savedText, layout: merged, note }
}

const updateZine = call<typeof contract.updateZine>('PUT', '/api/zines/:id')

type EditOwner = { zineId: string; userId: string }

/** The server's current zine. `changed`: the edit is not saved, because the same field changed elsewhere. */
export type SendResult = { kind: 'saved' | 'changed'; zine: FullZine }

/** How often to retry after concurrent edits before the member has to decide. */
const maxAttempts = 4

/** Saves an edit and merges concurrent changes to other fields. Writes nothing if both changed the same field. */
export async function sendEdit(owner: EditOwner, edit: ZineEdit, attempts = maxAttempts): Promise<SendResult> {
  const { zineId, userId } = owner
  try {
    const { zine } = await updateZine({ params: { id: zineId }, body: { ...toUpdate(edit), userId } })
    return { kind: 'saved', zine }
  } catch (error) {
    const zine = currentState<typeof contract.updateZine>(error)
    if (!zine) throw error
    const merged = mergeEdit(edit, textOf(zine))
    return merged && attempts > 1 ? sendEdit(owner, merged, attempts - 1) : { kind: 'changed', zine }
  }
}
