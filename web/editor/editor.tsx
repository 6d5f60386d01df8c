import { useLingui } from '@lingui/react/macro'
import { BookOpen, History, LayoutTemplate } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { workspaceAddress } from '#web/accounts/viewer.ts'
import { ignoreNotFound } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useLayOutProject } from '#web/drafts/create-draft.tsx'
import { MakePages } from '#web/projects/make-pages.tsx'
import { deleteProject } from '#web/projects/project-calls.ts'
import { now } from '#web/session/editor-session.ts'
import { LeaveGuard, usePageGuard } from '#web/session/leave-guard.tsx'
import css from '#web/session/session.module.css'
import { SessionBar } from '#web/session/session-bar.tsx'
import { useEditorKeys, useEditorState } from '#web/session/use-session.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { PaperCanvas } from './canvas/paper-canvas.tsx'
import { CanvasOnboarding } from './dialogs/canvas-onboarding.tsx'
import { ConflictDialog } from './dialogs/conflict-dialog.tsx'
import { VersionsDialog } from './dialogs/versions-dialog.tsx'
import { EditorNotice } from './editor-notice.tsx'
import type { EditorProps } from './use-editor.ts'

export function Editor(props: EditorProps) {
  const { session, projectId, userId } = props
  const conflict = useEditorState(session, (state) => state.conflict)
  const [isComparing, setComparing] = useState(conflict !== null)
  const [isShowingVersions, setShowingVersions] = useState(false)
  const [notedProject, setNotedProject] = useState<ComponentProps<typeof MakePages>['project']>()
  const makePages = () => setNotedProject({ id: projectId, ...session.read().text })
  useEditorKeys(session)
  usePageGuard(session)
  const openVersions = () => {
    session.dispatch({ type: 'leaving', at: now() })
    setShowingVersions(true)
  }
  return (
    <>
      <div className={css.top}>
        <EditorBar {...props} onShowVersions={openVersions} onMakePages={makePages} />
        <EditorNotice {...props} onCompare={() => setComparing(true)} />
      </div>
      <PaperCanvas session={session} onMakePages={makePages} />
      {notedProject && <MakePages project={notedProject} onClose={() => setNotedProject(undefined)} />}
      {conflict && isComparing && (
        <ConflictDialog session={session} conflict={conflict} onClose={() => setComparing(false)} />
      )}
      {isShowingVersions && (
        <VersionsDialog session={session} projectId={projectId} onClose={() => setShowingVersions(false)} />
      )}
      <CanvasOnboarding
        session={session}
        userId={userId}
        isSuspended={Boolean(conflict || isShowingVersions || notedProject)}
      />
      <LeaveGuard session={session} />
    </>
  )
}

type Props = EditorProps & { onShowVersions: () => void; onMakePages: () => void }

function EditorBar({ onShowVersions, onMakePages, ...editor }: Props) {
  const { t } = useLingui()
  const { session, projectId, userId } = editor
  const remove = useDeleteProject(editor)
  const layoutTable = useLayOutProject()
  // Leaving the page saves pending changes.
  const layOut = () => void layoutTable.layOut({ id: projectId, title: session.read().text.title })
  const items = (
    <>
      <MenuItem icon={BookOpen} onSelect={layOut}>{t`Lay out images`}</MenuItem>
      <MenuItem icon={LayoutTemplate} onSelect={onMakePages}>{t`Make pages from notes`}</MenuItem>
      <MenuItem icon={History} onSelect={onShowVersions}>{t`Earlier versions`}</MenuItem>
    </>
  )
  return (
    <SessionBar
      session={session}
      items={items}
      noun="project"
      backTo={workspaceAddress(userId)}
      deleteSentence={t`Are you sure you want to delete this project? This action cannot be undone.`}
      onDelete={remove}
    />
  )
}

function useDeleteProject({ session, projectId, userId, onDeleted }: EditorProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { write } = useWrite({
    mutationFn: () => deleteProject({ params: { id: projectId }, body: { userId } }).catch(ignoreNotFound),
    onSuccess: async () => {
      session.discardAll()
      await navigate(`/profile/${userId}`)
      showToast({ title: t`Project deleted successfully` })
      onDeleted()
    },
    onError: () => showToast({ title: t`Error`, description: t`Failed to delete project`, variant: 'destructive' }),
  })
  return write
}
