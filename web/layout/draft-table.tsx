import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { DraftTitle, takePendingPages } from '#web/drafts/create-draft.tsx'
import { useDeleteDraft } from '#web/drafts/use-delete-draft.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { projectQuery } from '#web/projects/project-calls.ts'
import { LeaveGuard, usePageGuard } from '#web/session/leave-guard.tsx'
import bar from '#web/session/session.module.css'
import { SessionBar } from '#web/session/session-bar.tsx'
import { SessionNotice } from '#web/session/session-notice.tsx'
import { useEditorKeys, useEditorState } from '#web/session/use-session.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { MemberText } from '#web/ui/member-text.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import css from './draft-page.module.css'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { usePdfs } from './pdf/use-pdfs.ts'
import { PublishPanel } from './publish/publish-panel.tsx'
import { type Publishing, usePublish } from './publish/use-publish.ts'
import { formatContent } from './session/draft-text.ts'
import { changeContent, type LayoutProps, type LayoutSession } from './session/use-layout.ts'
import { SetAsideLayouts } from './set-aside-layouts.tsx'
import { isVideo } from './table/content.ts'
import { LayoutTable, VideoTable } from './table/layout-table.tsx'
import { useCutPages } from './table/use-overflow.ts'
import { type Sending, useSending } from './table/use-sending.ts'

type Props = LayoutProps & { onDraft: (draft: Draft) => void }

export function DraftTable(props: Props) {
  const { t } = useLingui()
  const { session, draft } = props
  const content = useEditorState(session, ({ text }) => text)
  const conflict = useEditorState(session, (state) => state.conflict)
  const maxPages = usePageData().site.longZinePages
  const [isComparing, setComparing] = useState(conflict !== null)
  const [initialPages] = useState(() => takePendingPages(draft.id))
  const sending = useSending((change) => changeContent(session, change))
  const pdfs = usePdfs({ session, draftId: draft.id, maxPages })
  const { cutPages, opened, open } = useCutPages(content)
  const publishing: Publishing = usePublish({ ...props, sending, isReading: pdfs.isReading })
  const hasPdfs = maxPages > limits.zineImages
  const Table = isVideo(content) ? VideoTable : LayoutTable
  useEditorKeys(session)
  usePageGuard(session)
  const hasUnfinishedUploads = sending.pages.length > 0 || pdfs.sending !== undefined
  useUnsavedWork(hasUnfinishedUploads)
  const unfinishedUploads = hasUnfinishedUploads
    ? t`Some files are still uploading. If you leave now, they won’t be added.`
    : undefined
  const unsentMessage = sending.isMaking
    ? t`The page you are making is not on the layout table yet. It stays in this browser and will be here when you come back.`
    : unfinishedUploads
  return (
    <>
      <div className={bar.top}>
        <DraftBar {...props} sending={sending} />
        <DraftNotice {...props} onCompare={() => setComparing(true)} />
      </div>
      <main id="main" className={`wrap ${css.page}`}>
        <h1 className={css.title}>
          <DraftTitle title={content.title} language={soleLanguage(content.details)} />
        </h1>
        <Table
          content={content}
          onChange={(change) => changeContent(session, change)}
          sending={sending}
          maxPages={maxPages}
          initialPages={initialPages}
          cutPages={cutPages}
          opened={opened}
          zineId={draft.zineId}
          busy={publishing.isBusy}
          problems={publishing.problems}
          onPdf={hasPdfs ? pdfs.add : undefined}
          canAddPdf={!pdfs.isReading}
          notices={hasPdfs && <PdfPanel session={session} pdfs={pdfs} sending={sending} />}
          actions={
            <PublishPanel
              draft={draft}
              publishing={publishing}
              cutPages={cutPages}
              canPrint={content.pages.length > 0 && !isVideo(content)}
              onOpen={open}
            />
          }
        >
          <SetAsideLayouts session={session} />
          {draft.projectId && <ProjectNotes projectId={draft.projectId} />}
        </Table>
      </main>
      {conflict && isComparing && (
        <ConflictDialog
          session={session}
          conflict={conflict}
          title={t`Two layouts, one draft`}
          description={t`This draft was also changed somewhere else. Choose the layout to keep. The other one is set aside in this browser.`}
          takeSavedLabel={t`Use the saved one`}
          focusSelector='[name="title"]'
          onClose={() => setComparing(false)}
        />
      )}
      <LeaveGuard session={session} unsentMessage={unsentMessage} />
    </>
  )
}

function ProjectNotes({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(projectQuery(projectId))
  const project = data?.project
  if (!project) return null
  return (
    <details className={css.projectNotes} open>
      <summary>
        <Trans>
          Notes: <MemberText text={project.title} />
        </Trans>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long notes must be scrollable by keyboard */}
      <section tabIndex={0} aria-label={t`The notes`}>
        {project.notes.trim() ? <MemberText text={project.notes.trim()} /> : t`There are no notes.`}
      </section>
    </details>
  )
}

function DraftBar({ session, draft, userId, sending }: LayoutProps & { sending: Sending }) {
  const { t } = useLingui()
  const waiting = sending.pages.filter(({ status }) => status === 'paused').length
  const waitingNote = t`${plural(waiting, { one: '# page waits for a connection', other: '# pages wait for a connection' })}`
  const remove = useRemove({ session, draft, userId })
  return (
    <SessionBar
      session={session}
      noun="draft"
      unsavedNote={waiting > 0 ? waitingNote : undefined}
      backTo={`/profile/${userId}`}
      deleteSentence={t`Are you sure you want to delete this draft? This also deletes its pages and words and cannot be undone.`}
      onDelete={remove}
    />
  )
}

function useRemove({ session, draft, userId }: LayoutProps) {
  const navigate = useNavigate()
  const deleteDraft = useDeleteDraft(userId)
  return async () => {
    if (!(await deleteDraft(draft.id))) return
    session.discardAll()
    await navigate(`/profile/${userId}`, { replace: true })
  }
}

const DraftNotice = ({ session, userId, onCompare }: LayoutProps & { onCompare: () => void }) => {
  const { t } = useLingui()
  return (
    <SessionNotice
      session={session}
      userId={userId}
      onCompare={onCompare}
      offlineMessage={t`You’re offline. Your changes are in this browser and will be saved when you’re back online.`}
      conflictMessage={t`This draft was also changed somewhere else. Choose which layout to keep.`}
      deletedNotice={<DeletedNotice session={session} />}
      setAsideFailedMessage={t`Nothing was replaced, because this browser has no space for a copy of your layout. Copy your text first.`}
      notStoredMessage={t`This browser can’t store a copy. Until it is saved, your layout is only in this tab.`}
    />
  )
}

const DeletedNotice = ({ session }: { session: LayoutSession }) => {
  const { t } = useLingui()
  return (
    <>
      <p>{t`This draft was published or deleted somewhere else. Your text is still here.`}</p>
      <CopyButton text={formatContent(session.read().text)}>{t`Copy the text`}</CopyButton>
    </>
  )
}
