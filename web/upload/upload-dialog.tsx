import { useEffect, useRef, useState } from 'react'
import { aspectRatios } from '#contract/aspect-ratios.ts'
import { type PaperFormat, paperOfRatio } from '#contract/paper-formats.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { emptyMetadata, hasMetadata } from '#web/details/zine-metadata.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { type Orders, ordersOf } from './file-order.ts'
import type { ChosenPage } from './pages/chosen-pages.ts'
import { LayOutHint, LayOutOffer, useLayOut } from './pages/lay-out-offer.tsx'
import { UploadStage } from './pages/upload-stage.tsx'
import { useFileDrop } from './pages/use-file-drop.ts'
import css from './upload-dialog.module.css'
import { UploadForm } from './upload-form.tsx'
import {
  canBeLaidOut,
  divideFiles,
  isPdf,
  kindOfFile,
  refusalMessage,
  selectionProblem,
  shareProblem,
} from './upload-rules.ts'
import { type DialogFields, useChosenPages, useShare } from './use-share.ts'

export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { draft, pages } = useChosenPages()
  const { phase: sharing, mustConfirm, share } = useShare(draft, onClose)
  const { isLayingOut, layOut } = useLayOut(draft, onClose)
  const phase = isLayingOut ? 'laying out' : sharing
  const { fields, pickedPaper, isWritten, setFields } = useZineFields(pages)
  const [current, setCurrent] = useState(0)
  const [orders, setOrders] = useState<Orders<File>>()
  const [rejection, setRejection] = useState<Rejection>()
  const [missing, setMissing] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const viewer = useViewer()
  const sheet = useRef<HTMLDivElement>(null)
  const busy = phase !== 'editing'
  const dirty = pages.length > 0 || isWritten
  const pageIndex = Math.min(current, Math.max(0, pages.length - 1))
  useUnsavedWork(dirty)
  useKeyboardResize()

  function addFiles(files: File[]) {
    if (busy || files.length === 0) return
    const { accepted, rejected } = divideSelection(pages, files)
    setRejection(rejected)
    if (accepted.length === 0) return
    const addedOrders = ordersOf(accepted)
    setMissing(undefined)
    setCurrent(pages.length)
    setOrders(addedOrders)
    draft.add(addedOrders.byName)
  }
  const isDraggedOver = useFileDrop({
    onFiles: addFiles,
    onProblem: (message) => setRejection({ message, isForTable: false, files: [] }),
  })

  function submit() {
    const problem = shareProblem({ title: fields.title, pages: pages.length, signedIn: Boolean(viewer) })
    setMissing(problem)
    if (!problem) return void share(fields)
    const first = pages.length === 0 ? '[type="file"]' : fields.title.trim() === '' && '[name="title"]'
    if (first) sheet.current?.querySelector<HTMLElement>(first)?.focus()
  }
  const layOutRejected =
    rejection?.isForTable && (() => layOut({ ...fields, paper: pickedPaper ?? 'pictures' }, rejection.files))
  const close = () => (dirty ? setLeaving(true) : onClose())

  return (
    <Dialog open onOpenChange={(open) => open || close()} title="Create new post" className={css.dialog} bare>
      <div className={css.in} ref={sheet}>
        <UploadStage
          {...{
            draft,
            pages,
            pageIndex,
            orders,
            isDraggedOver,
            busy,
            paper: fields.paper,
            onChoose: addFiles,
            onShow: setCurrent,
          }}
          errorMessage={rejection?.message}
          hint={<LayOutHint busy={busy} onLayOut={() => layOut(fields)} />}
          alternative={layOutRejected && <LayOutOffer busy={busy} onLayOut={layOutRejected} />}
          isInvalid={missing !== undefined && pages.length === 0}
        />
        <UploadForm
          {...{ fields, pages, phase, missing, mustConfirm }}
          onFieldsChange={(next) => {
            setFields(next)
            setMissing(undefined)
          }}
          onShare={submit}
          onCancel={() => (busy ? draft.stop() : close())}
        />
      </div>
      <DiscardDialog open={isLeaving} onOpenChange={setLeaving} onConfirm={onClose} />
    </Dialog>
  )
}

type DiscardProps = { open: boolean; onOpenChange: (open: boolean) => void; onConfirm: () => void }

const DiscardDialog = (props: DiscardProps) => (
  <ConfirmDialog
    {...props}
    title="Discard this draft?"
    message="It has not been shared yet. Its pages and words will be lost."
    cancelLabel="Keep editing"
    confirmLabel="Discard"
  />
)

type Rejection = { message: string; isForTable: boolean; files: readonly File[] }

/** Files that do not fit together are all rejected. Otherwise only those that can never be added. */
function divideSelection(pages: readonly ChosenPage[], files: File[]): { accepted: File[]; rejected?: Rejection } {
  const present = pages.map(({ kind }) => kind)
  const { accepted, refused } = divideFiles(files)
  const problem = selectionProblem(present, accepted)
  const refusal = refusalMessage({ accepted, refused })
  const message = [problem, refusal].filter(Boolean).join(' ')
  if (!message) return { accepted }
  const forTable = [...(problem ? accepted : []), ...refused.map(({ file }) => file).filter(isPdf)]
  const remaining = problem ? present : [...present, ...accepted.map((file) => kindOfFile(file) ?? 'image')]
  const isForTable = forTable.length > 0 && canBeLaidOut(remaining, forTable)
  return { accepted: problem ? [] : accepted, rejected: { message, files: forTable, isForTable } }
}

/** Unless the member picks a paper, it is random until there are pictures, and then follows them. */
function useZineFields(pages: readonly ChosenPage[]) {
  const [fields, setFields] = useState(newDraftFields)
  const following = pages.length > 0 ? 'pictures' : paperOfRatio(fields.aspectRatio)
  const paper: PaperFormat = pages[0]?.kind === 'video' ? 'pictures' : (fields.paper ?? following)
  const isWritten = fields.title.trim() !== '' || fields.description.trim() !== '' || hasMetadata(fields)
  return { fields: { ...fields, paper }, pickedPaper: fields.paper, isWritten, setFields }
}

/** A new zine starts with a random aspect ratio (spec §9). */
function newDraftFields(): DialogFields {
  const aspectRatio = aspectRatios[Math.floor(Math.random() * aspectRatios.length)] ?? '4:5'
  return {
    ...{ title: '', description: '', aspectRatio, readingDirection: 'ltr', mayPrint: false },
    ...emptyMetadata,
  }
}

/** Lets the window shrink for an on-screen keyboard, where supported, so that the keyboard covers nothing. */
function useKeyboardResize() {
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
