import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { aspectRatios } from '#contract/aspect-ratios.ts'
import { type PaperFormat, paperOfRatio } from '#contract/paper-formats.ts'
import { isBlank } from '#contract/visible-text.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { emptyMetadata, hasMetadata } from '#web/details/zine-metadata.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import type { ChosenPage } from './pages/chosen-pages.ts'
import { LayOutHint, LayOutOffer, useLayOut } from './pages/lay-out-offer.tsx'
import { UploadStage } from './pages/upload-stage.tsx'
import { useChosenPages } from './pages/use-chosen-pages.ts'
import css from './upload-dialog.module.css'
import { UploadForm } from './upload-form.tsx'
import { shareProblem } from './upload-rules.ts'
import { useSelection } from './use-selection.ts'
import { type DialogFields, useShare } from './use-share.ts'

export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { chosen, pages } = useChosenPages()
  const { phase: sharing, mustConfirm, share } = useShare(chosen, onClose)
  const { isLayingOut, layOut } = useLayOut(chosen, onClose)
  const phase = isLayingOut ? 'laying out' : sharing
  const { fields, pickedPaper, isWritten, setFields } = useZineFields(pages)
  const [current, setCurrent] = useState(0)
  const [missing, setMissing] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const viewer = useViewer()
  const sheet = useRef<HTMLDivElement>(null)
  const busy = phase !== 'editing'
  const dirty = pages.length > 0 || isWritten
  const pageIndex = Math.min(current, Math.max(0, pages.length - 1))
  useUnsavedWork(dirty)
  useKeyboardResize()

  const { orders, rejection, isDraggedOver, addFiles } = useSelection({
    chosen,
    pages,
    busy,
    onAdded: () => {
      setMissing(undefined)
      setCurrent(pages.length)
    },
  })

  function submit() {
    const problem = shareProblem({ title: fields.title, pages: pages.length, signedIn: Boolean(viewer) })
    setMissing(problem)
    if (!problem) return void share(fields)
    const first = pages.length === 0 ? '[type="file"]' : isBlank(fields.title) && '[name="title"]'
    if (first) sheet.current?.querySelector<HTMLElement>(first)?.focus()
  }
  const layOutRejected =
    rejection?.isForTable && (() => layOut({ ...fields, paper: pickedPaper ?? 'pictures' }, rejection.files))
  const close = () => (dirty ? setLeaving(true) : onClose())

  return (
    <Dialog open onOpenChange={(open) => open || close()} title={t`Create new post`} className={css.dialog} bare>
      <div className={css.in} ref={sheet}>
        <UploadStage
          chosen={chosen}
          pages={pages}
          pageIndex={pageIndex}
          orders={orders}
          isDraggedOver={isDraggedOver}
          busy={busy}
          paper={fields.paper}
          direction={fields.readingDirection}
          onChoose={addFiles}
          onShow={setCurrent}
          errorMessage={rejection?.message}
          hint={<LayOutHint busy={busy} onLayOut={() => layOut(fields)} />}
          alternative={layOutRejected && <LayOutOffer busy={busy} onLayOut={layOutRejected} />}
          isInvalid={missing !== undefined && pages.length === 0}
        />
        <UploadForm
          fields={fields}
          pages={pages}
          phase={phase}
          missing={missing}
          mustConfirm={mustConfirm}
          onFieldsChange={(next) => {
            setFields(next)
            setMissing(undefined)
          }}
          onShare={submit}
          onCancel={() => (busy ? chosen.stop() : close())}
        />
      </div>
      <DiscardDialog open={isLeaving} onOpenChange={setLeaving} onConfirm={onClose} />
    </Dialog>
  )
}

type DiscardProps = { open: boolean; onOpenChange: (open: boolean) => void; onConfirm: () => void }

const DiscardDialog = (props: DiscardProps) => {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...props}
      title={t`Discard this draft?`}
      message={t`It has not been shared yet. Its pages and words will be lost.`}
      cancelLabel={t`Keep editing`}
      confirmLabel={t`Discard`}
    />
  )
}

/** Unless the member picks a paper, it is random until there are pictures, and then follows them. */
function useZineFields(pages: readonly ChosenPage[]) {
  const [fields, setFields] = useState(newDraftFields)
  const following = pages.length > 0 ? 'pictures' : paperOfRatio(fields.aspectRatio)
  const paper: PaperFormat = pages[0]?.kind === 'video' ? 'pictures' : (fields.paper ?? following)
  const isWritten = !isBlank(fields.title) || !isBlank(fields.description) || hasMetadata(fields)
  return { fields: { ...fields, paper }, pickedPaper: fields.paper, isWritten, setFields }
}

/** A new zine starts with a random aspect ratio (spec §9). */
function newDraftFields(): DialogFields {
  const aspectRatio = aspectRatios[Math.floor(Math.random() * aspectRatios.length)] ?? '4:5'
  return { title: '', description: '', aspectRatio, readingDirection: 'ltr', mayPrint: false, ...emptyMetadata }
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
