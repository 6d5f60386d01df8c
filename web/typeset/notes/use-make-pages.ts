import { useEffect, useRef, useState } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { newId } from '#web/browser/new-id.ts'
import { foldedView, useOpenDraft } from '#web/drafts/create-draft.tsx'
import { createDraft, updateDraft } from '#web/drafts/draft-calls.ts'
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
 * Draws and uploads the pages one after another. The draft is created before the back is drawn, which has the address of its
 * zine. A retry continues.
 */
export function useMakePages({ id: projectId, title, notes }: NotedProject) {
  const [making, setMaking] = useState<Making>({ status: 'choosing', pages: [] })
  const draftId = useRef<string>(undefined)
  const uploaded = useRef(new Map<string, UploadedMedia>())
  const attempt = useRef<AbortController>(undefined)
  const open = useOpenDraft()
  useEffect(() => () => attempt.current?.abort(), [])

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
    const [back, ...others] = recipes.toReversed()
    const pages = []
    for (const [index, recipe] of others.reverse().entries()) pages.push(await upload(recipe, index, signal))
    const readingDirection = textLanguageOf(`${title} ${notes}`).dir ?? 'ltr'
    const content = { title: title.trim(), paper: notesPaper, readingDirection } as const
    draftId.current ??= newId()
    const { draft } = await createDraft({
      body: { id: draftId.current, projectId, content: { ...content, pages } },
      signal,
    })
    if (back) pages.push(await upload(withAddress(back, draft.zineId), pages.length, signal))
    const saved = { version: firstVersion, content: { ...content, pages } }
    return (await updateDraft({ params: { id: draft.id }, body: saved, signal })).draft
  }
  async function make(recipes: PageRecipe[]) {
    const controller = new AbortController()
    attempt.current = controller
    setMaking({ status: 'making', pages: recipes.map((_, index) => ({ ...notStarted, id: String(index) })) })
    try {
      await open(await makeDraft(recipes, controller.signal), foldedView)
    } catch (error) {
      if (controller.signal.aborted) return
      promptSignInIfExpired(error)
      // The member uses the draft in another tab, so a retry makes another.
      if (error instanceof ApiError && error.draft) draftId.current = undefined
      setMaking((last) => ({ ...last, status: 'choosing', problem: messageOf(error) }))
    }
  }
  function cancel() {
    attempt.current?.abort()
    setMaking({ status: 'choosing', pages: [] })
  }
  return { making, make, cancel }
}

/** Of a draft that nothing but this dialog has changed. */
const firstVersion = 1

/** The address of the zine, as a QR code. */
const withAddress = (back: PageRecipe, zineId: string): PageRecipe => ({
  ...back,
  captions: [`${location.origin}/zine/${zineId}`],
})

const notStarted: PageProgress = { kind: 'image', step: 'waiting', sent: 0 }

async function drawAndSend(recipe: PageRecipe, signal: AbortSignal, report: (progress: Progress) => void) {
  const { file } = await renderPage(recipe, notesPageSize, { signal })
  return fileSender(file).send(signal, report)
}

const messageOf = (error: unknown) =>
  error instanceof RenderError || error instanceof UploadFailure
    ? error.message
    : getUserMessage(error, 'The pages could not be uploaded. Check your connection. Your notes are safe.')
