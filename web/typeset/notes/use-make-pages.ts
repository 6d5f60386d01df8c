import { useEffect, useRef, useState } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { newId } from '#web/browser/new-id.ts'
import { foldedView, useOpenDraft } from '#web/drafts/create-draft.tsx'
import { createDraft, deleteDraft, readDraft, updateDraft } from '#web/drafts/draft-calls.ts'
import { textLanguageOf } from '#web/ui/text-language.ts'
import { fileSender, type PageProgress, type Progress, UploadFailure } from '#web/upload/sending/send-file.ts'
import { deriveTexts } from '../derive-texts.ts'
import { RenderError } from '../draw/render-error.ts'
import { renderPage } from '../draw/render-page.ts'
import { type NotedProject, notesPageSize, notesPaper } from './prepare-pages.ts'

type Making = {
  status: 'choosing' | 'making'
  pages: (PageProgress & { id: string })[]
  problem?: string
}

/**
 * Creates a draft, because the back has the address of its zine, and draws and uploads the pages one after another. A retry
 * continues. Without its pages, the draft is deleted.
 */
export function useMakePages({ id: projectId, title, notes }: NotedProject) {
  const [making, setMaking] = useState<Making>({ status: 'choosing', pages: [] })
  const draftId = useRef<string>(undefined)
  const uploaded = useRef(new Map<string, UploadedMedia>())
  const attempt = useRef<AbortController>(undefined)
  const open = useOpenDraft()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog is closed
  useEffect(() => discard, [])

  function report(index: number, { step, sent }: Progress) {
    const update = (page: Making['pages'][number]) => ({ ...page, step, sent: sent ?? page.sent })
    setMaking((last) => ({ ...last, pages: last.pages.map((page, at) => (at === index ? update(page) : page)) }))
  }
  async function upload(recipe: PageRecipe, index: number, signal: AbortSignal) {
    // Pages that look the same need a picture each.
    const key = JSON.stringify([index, recipe])
    const media = uploaded.current.get(key) ?? (await drawAndSend(recipe, signal, (step) => report(index, step)))
    signal.throwIfAborted()
    uploaded.current.set(key, media)
    report(index, { step: 'ready' })
    return { url: media.url, recipe, ...deriveTexts(recipe) }
  }
  async function makeDraft(recipes: PageRecipe[], signal: AbortSignal) {
    draftId.current ??= newId()
    const readingDirection = textLanguageOf(`${title} ${notes}`).dir ?? 'ltr'
    const content = { title: title.trim(), paper: notesPaper, readingDirection } as const
    const { draft } = await createDraft({ body: { id: draftId.current, projectId, content }, signal })
    const pages = []
    for (const [index, recipe] of recipes.entries())
      pages.push(await upload(withAddress(recipe, draft.zineId), index, signal))
    const saved = { version: draft.version, content: { ...content, pages } }
    return (await updateDraft({ params: { id: draft.id }, body: saved, signal })).draft
  }
  async function make(recipes: PageRecipe[]) {
    const controller = new AbortController()
    attempt.current = controller
    setMaking({ status: 'making', pages: recipes.map((_, index) => ({ ...notStarted, id: String(index) })) })
    try {
      const draft = await makeDraft(recipes, controller.signal)
      draftId.current = undefined
      await open(draft, foldedView)
    } catch (error) {
      if (controller.signal.aborted) return
      promptSignInIfExpired(error)
      // The member uses the draft in another tab, so a retry makes another.
      if (error instanceof ApiError && error.draft) draftId.current = undefined
      setMaking((last) => ({ ...last, status: 'choosing', problem: messageOf(error) }))
    }
  }
  function discard() {
    attempt.current?.abort()
    const id = draftId.current
    draftId.current = undefined
    if (id) void deleteUnchanged(id).catch(() => undefined)
  }
  function cancel() {
    discard()
    setMaking({ status: 'choosing', pages: [] })
  }
  return { making, make, cancel }
}

/** A draft that the member changed in another tab stays. */
async function deleteUnchanged(id: string) {
  const { draft } = await readDraft({ params: { id } })
  if (draft.version === 1) await deleteDraft({ params: { id } })
}

/** The address of the zine, as a QR code. */
const withAddress = (recipe: PageRecipe, zineId: string): PageRecipe =>
  recipe.template === 'back' ? { ...recipe, captions: [`${location.origin}/zine/${zineId}`] } : recipe

const notStarted: PageProgress = { kind: 'image', step: 'waiting', sent: 0 }

async function drawAndSend(recipe: PageRecipe, signal: AbortSignal, report: (progress: Progress) => void) {
  const { file } = await renderPage(recipe, notesPageSize, { signal })
  return fileSender(file).send(signal, report)
}

const messageOf = (error: unknown) =>
  error instanceof RenderError || error instanceof UploadFailure
    ? error.message
    : getUserMessage(error, 'The pages could not be uploaded. Check your connection. Your notes are safe.')
