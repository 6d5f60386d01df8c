import { useRef, useState } from 'react'
import type { updateDraft as updateDraftEndpoint } from '#contract/drafts.ts'
import type { UploadedMedia } from '#contract/media.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { trimText } from '#contract/visible-text.ts'
import { currentState } from '#web/api/call.ts'
import { newId } from '#web/browser/new-id.ts'
import { foldedView, useOpenDraft } from '#web/drafts/create-draft.tsx'
import { createDraft, updateDraft } from '#web/drafts/draft-calls.ts'
import { fileSender, type PageProgress, type Progress } from '#web/upload/sending/send-file.ts'
import { deriveTexts } from '../derive-texts.ts'
import { renderPage } from '../draw/render-page.ts'
import { useTask } from '../use-task.ts'
import { type NotedProject, notesPageSize, notesPaper } from './prepare-pages.ts'

type MadePage = PageProgress & { id: string }

/**
 * Draws and uploads the pages one after another. The draft is created before the back is drawn, which has the address of its
 * zine. A retry continues.
 */
export function useMakePages({ id: projectId, title, notes }: NotedProject) {
  const [pages, setPages] = useState<MadePage[]>([])
  const draftId = useRef<string>(undefined)
  const uploaded = useRef(new Map<string, UploadedMedia>())
  const open = useOpenDraft()
  const task = useTask<void>({ failure })

  function report(index: number, { step, sent }: Progress) {
    const update = (page: MadePage) => ({ ...page, step, sent: sent ?? page.sent })
    setPages((last) => last.map((page, at) => (at === index ? update(page) : page)))
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
    const readingDirection = textLanguageOf(`${title} ${notes}`).dir === 'rtl' ? 'rtl' : 'ltr'
    const content = { title: trimText(title), paper: notesPaper, readingDirection } as const
    draftId.current ??= newId()
    const { draft } = await createDraft({
      body: { id: draftId.current, projectId, content: { ...content, pages } },
      signal,
    })
    if (back) pages.push(await upload(withAddress(back, draft.zineId), pages.length, signal))
    const saved = { version: firstVersion, content: { ...content, pages } }
    return (await updateDraft({ params: { id: draft.id }, body: saved, signal })).draft
  }
  function make(recipes: PageRecipe[]) {
    setPages(recipes.map((_, index) => ({ ...notStarted, id: String(index) })))
    return task.run(async (signal) => {
      const draft = await makeDraft(recipes, signal).catch((error) => {
        // The member uses the draft in another tab, so a retry makes another.
        if (currentState<typeof updateDraftEndpoint>(error)) draftId.current = undefined
        throw error
      })
      await open(draft, foldedView)
    })
  }
  return { pages, isMaking: task.isRunning, problem: task.problem, make, cancel: task.cancel }
}

/** The version of a draft that nothing but this dialog has changed. */
const firstVersion = 1

/** Adds the address of the zine, as a QR code. */
const withAddress = (back: PageRecipe, zineId: string): PageRecipe => ({
  ...back,
  captions: [`${location.origin}/zine/${zineId}`],
})

const notStarted: PageProgress = { kind: 'image', step: 'waiting', sent: 0 }

async function drawAndSend(recipe: PageRecipe, signal: AbortSignal, report: (progress: Progress) => void) {
  const { file } = await renderPage(recipe, notesPageSize, { signal })
  return fileSender(file).send(signal, report)
}

const failure = 'The pages could not be uploaded. Check your connection. Your notes are safe.'
