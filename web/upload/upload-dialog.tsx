import { useEffect, useRef, useState } from 'react'
import { type AspectRatio, aspectRatios } from '#contract/aspect-ratios.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { isAnythingSaid, nothingSaid } from '#web/details/said.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import type { DraftPage } from './pages/draft-pages.ts'
import { LayItOut, useLayOut } from './pages/lay-it-out.tsx'
import { UploadStage } from './pages/upload-stage.tsx'
import { useFileDrop } from './pages/use-file-drop.ts'
import css from './upload-dialog.module.css'
import { UploadForm } from './upload-form.tsx'
import { canBeLaidOut, refusalOf, unready } from './upload-rules.ts'
import { type DraftWords, useDraftPages, useShare } from './use-draft.ts'

export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { draft, pages } = useDraftPages()
  const { phase: sharing, mustConfirm, share } = useShare(draft, onClose)
  const { isLayingOut, layOut } = useLayOut(draft, onClose)
  const phase = isLayingOut ? 'laying out' : sharing
  const [words, setWords] = useState<DraftWords>(freshWords)
  const [current, setCurrent] = useState(0)
  const [refusal, setRefusal] = useState<Refusal>()
  const [missing, setMissing] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const viewer = useViewer()
  const sheet = useRef<HTMLDivElement>(null)
  const busy = phase !== 'editing'
  const isWritten = words.title.trim() !== '' || words.description.trim() !== '' || isAnythingSaid(words)
  const dirty = pages.length > 0 || isWritten
  const place = Math.min(current, Math.max(0, pages.length - 1))
  useUnsavedWork(dirty)
  useKeyboardRoom()

  function choose(files: File[]) {
    if (busy || files.length === 0) return
    const refused = refuse(pages, files)
    setRefusal(refused)
    if (refused) return
    setMissing(undefined)
    setCurrent(pages.length)
    draft.add(files)
  }
  const over = useFileDrop(choose)

  function submit() {
    const lacking = unready({ title: words.title, pages: pages.length, signedIn: Boolean(viewer) })
    setMissing(lacking)
    if (!lacking) return void share(words)
    const first = pages.length === 0 ? '[type="file"]' : words.title.trim() === '' && '[name="title"]'
    if (first) sheet.current?.querySelector<HTMLElement>(first)?.focus()
  }
  const close = () => (dirty ? setLeaving(true) : onClose())

  return (
    <Dialog open onOpenChange={(open) => open || close()} title="Create new post" className={css.dialog} bare>
      <div className={css.in} ref={sheet}>
        <UploadStage
          {...{ draft, pages, place, over, busy }}
          refusal={refusal?.sentence}
          instead={
            refusal?.isForTable && <LayItOut busy={busy} onLayOut={() => layOut(words, refusal.files)} />
          }
          isMissing={missing !== undefined && pages.length === 0}
          onChoose={choose}
          onShow={setCurrent}
        />
        <UploadForm
          {...{ words, pages, phase, missing, mustConfirm }}
          onWords={(next) => {
            setWords(next)
            setMissing(undefined)
          }}
          onShare={submit}
          onCancel={() => (busy ? draft.stop() : close())}
        />
      </div>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Discard this draft?"
        sentence="It has not been shared yet. Its pages and words will be lost."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        onConfirm={onClose}
      />
    </Dialog>
  )
}

type Refusal = { sentence: string; isForTable: boolean; files: readonly File[] }

function refuse(pages: readonly DraftPage[], files: File[]): Refusal | undefined {
  const present = pages.map(({ kind }) => kind)
  const sentence = refusalOf(present, files)
  return sentence ? { sentence, files, isForTable: canBeLaidOut(present, files) } : undefined
}

/** A new zine starts with a random aspect ratio (spec §9). */
function freshWords(): DraftWords {
  const aspectRatio: AspectRatio = aspectRatios[Math.floor(Math.random() * aspectRatios.length)] ?? '4:5'
  return {
    ...{ title: '', description: '', aspectRatio, readingDirection: 'ltr', mayPrint: false },
    ...nothingSaid,
  }
}

/** Lets the window shrink for an on-screen keyboard, where supported, so that the keyboard covers nothing. */
function useKeyboardRoom() {
  useEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]')
    if (!viewport) return
    const before = viewport.content
    viewport.content = `${before}, interactive-widget=resizes-content`
    return () => {
      viewport.content = before
    }
  }, [])
}
