import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { takeCarried } from '#web/drafts/carried-files.ts'
import { LeaveGuard, usePageGuard } from '#web/editor/dialogs/leave-guard.tsx'
import bar from '#web/editor/editor-bar.module.css'
import { useEditorState } from '#web/editor/session/use-editor.ts'
import { useEditorKeys } from '#web/editor/session/use-editor-keys.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { projectQuery } from '#web/projects/project-calls.ts'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import { AsideLayouts } from './aside-layouts.tsx'
import { ChooseLayout } from './choose-layout.tsx'
import { DraftBar } from './draft-bar.tsx'
import { DraftNotice } from './draft-notice.tsx'
import css from './draft-page.module.css'
import { VideoTable } from './edit/video-table.tsx'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { usePdfs } from './pdf/use-pdfs.ts'
import { PublishPanel } from './publish/publish-panel.tsx'
import { type Publishing, usePublish } from './publish/use-publish.ts'
import { changeLayout, type LayoutProps } from './session/use-layout.ts'
import { isVideo } from './table/layout.ts'
import { LayoutTable } from './table/layout-table.tsx'
import { useSending } from './table/use-sending.ts'

type Props = LayoutProps & { onDraft: (draft: Draft) => void }

/** The layout table of a draft with everything around it. */
export function DraftTable(props: Props) {
  const { session, draft } = props
  const layout = useEditorState(session, ({ text }) => text)
  const conflict = useEditorState(session, (state) => state.conflict)
  const most = usePageData().site.longZinePages
  const [isComparing, setComparing] = useState(conflict !== null)
  const [given] = useState(() => takeCarried(draft.id))
  const sending = useSending((change) => changeLayout(session, change))
  const pdfs = usePdfs({ session, draftId: draft.id, most })
  const publishing: Publishing = usePublish({ ...props, sending, isReading: pdfs.isReading })
  const hasPdfs = most > limits.zineImages
  const Kind = isVideo(layout) ? VideoTable : LayoutTable
  useEditorKeys(session)
  usePageGuard(session)
  const isMissing = sending.pages.length > 0 || pdfs.sending !== undefined
  useUnsavedWork(isMissing)
  return (
    <>
      <div className={bar.top}>
        <DraftBar {...props} />
        <DraftNotice {...props} onCompare={() => setComparing(true)} />
      </div>
      <main id="main" className={`wrap ${css.page}`}>
        <Title title={layout.title.trim()} />
        <Kind
          layout={layout}
          onChange={(change) => changeLayout(session, change)}
          {...{ sending, most, given }}
          busy={publishing.isBusy}
          problems={publishing.problems}
          onPdf={hasPdfs ? pdfs.add : undefined}
          below={hasPdfs && <PdfPanel {...{ session, pdfs }} />}
        >
          <PublishPanel {...{ draft, publishing }} />
          <AsideLayouts session={session} />
          {draft.projectId && <ProjectNotes projectId={draft.projectId} />}
        </Kind>
      </main>
      {conflict && isComparing && (
        <ChooseLayout {...{ session, conflict }} onClose={() => setComparing(false)} />
      )}
      <LeaveGuard session={session} unsent={isMissing ? notHere : undefined} />
    </>
  )
}

const notHere =
  'Not everything you added is here yet. If you leave now, what is missing does not come onto the table.'

const Title = ({ title }: { title: string }) => (
  <h1 className={css.title} {...useTextLanguage(title)}>
    {title || 'Untitled zine'}
  </h1>
)

/** The notes of the project that the zine comes from, to look at while it is laid out. They are changed in their own editor. */
function ProjectNotes({ projectId }: { projectId: string }) {
  const { data } = useQuery(projectQuery(projectId))
  const project = data?.project
  if (!project) return null
  return (
    <details className={css.crib} open>
      <summary>Notes: {project.title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long notes are scrolled with the keyboard */}
      <section tabIndex={0} aria-label="The notes">
        {project.notes.trim() || 'There are no notes.'}
      </section>
    </details>
  )
}
