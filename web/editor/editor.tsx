import { useState } from 'react'
import { PaperCanvas } from './canvas/paper-canvas.tsx'
import { CanvasOnboarding } from './dialogs/canvas-onboarding.tsx'
import { ConflictDialog } from './dialogs/conflict-dialog.tsx'
import { LeaveGuard, usePageGuard } from './dialogs/leave-guard.tsx'
import { VersionsDialog } from './dialogs/versions-dialog.tsx'
import css from './editor-bar.module.css'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotice } from './editor-notice.tsx'
import { now } from './session/editor-session.ts'
import { type EditorProps, useEditorState } from './session/use-editor.ts'
import { useEditorKeys } from './session/use-editor-keys.ts'

/** The canvas with everything around it. */
export function Editor(props: EditorProps) {
  const { session, projectId, userId } = props
  const conflict = useEditorState(session, (state) => state.conflict)
  const [isComparing, setComparing] = useState(conflict !== null)
  const [isLookingBack, setLookingBack] = useState(false)
  useEditorKeys(session)
  usePageGuard(session)
  const lookBack = () => {
    // What is saved first is among what is looked at.
    session.dispatch({ type: 'leaving', at: now() })
    setLookingBack(true)
  }
  return (
    <>
      <div className={css.top}>
        <EditorBar {...props} onLookBack={lookBack} />
        <EditorNotice {...props} onCompare={() => setComparing(true)} />
      </div>
      <PaperCanvas session={session} />
      {conflict && isComparing && (
        <ConflictDialog session={session} conflict={conflict} onClose={() => setComparing(false)} />
      )}
      {isLookingBack && (
        <VersionsDialog session={session} projectId={projectId} onClose={() => setLookingBack(false)} />
      )}
      <CanvasOnboarding session={session} userId={userId} isHeld={conflict !== null} />
      <LeaveGuard session={session} />
    </>
  )
}
