import { useEffect, useState } from 'react'
import { PaperCanvas } from './canvas/paper-canvas.tsx'
import { CanvasOnboarding } from './dialogs/canvas-onboarding.tsx'
import { ConflictDialog } from './dialogs/conflict-dialog.tsx'
import { LeaveGuard, usePageGuard } from './dialogs/leave-guard.tsx'
import { VersionsDialog } from './dialogs/versions-dialog.tsx'
import css from './editor-bar.module.css'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotice } from './editor-notice.tsx'
import { type EditorSession, now } from './session/editor-session.ts'
import { type EditorProps, useEditorState } from './session/use-editor.ts'

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

/** Ctrl or Cmd with S saves, with Z undoes, with Y or Shift+Z redoes; not behind an open dialog. */
function useEditorKeys(session: EditorSession) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const type = commandOf(event)
      if (!type) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) {
        session.dispatch({ type, at: now() })
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [session])
}

function commandOf(event: KeyboardEvent) {
  const { shiftKey, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey === metaKey) return undefined
  const letter = letterOf(event)
  if (letter === 's' && !shiftKey) return 'saveAsked'
  if (letter === 'z') return shiftKey ? 'redone' : 'undone'
  return letter === 'y' && !shiftKey ? 'redone' : undefined
}

/** Other scripts have other letters on the same keys. */
const letterOf = ({ key, code }: KeyboardEvent) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
