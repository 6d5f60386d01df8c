import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sentenceOf } from '#web/api/error-sentence.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { beginAnew } from './begin-anew.ts'
import type { EditorProps } from './editor.tsx'
import { outgoing } from './editor-state.ts'

/** For a text whose project is gone. */
export function SaveAsNew({ session, userId, onSaved }: EditorProps) {
  const navigate = useNavigate()
  const [begin] = useState(() => beginAnew(userId, () => outgoing(session.read())))
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const project = await begin()
      session.drop()
      onSaved(project)
      // At once, for nothing that is typed here is kept any more.
      await navigate(`/project/${project.id}/edit`, { replace: true, flushSync: true })
    } catch (error) {
      setBusy(false)
      showToast({
        title: 'Not saved',
        description: sentenceOf(error, 'Foldout could not be reached.'),
        variant: 'destructive',
      })
    }
  }
  return (
    <Button size="small" aria-disabled={isBusy || undefined} onClick={() => void save()}>
      {isBusy ? 'Saving...' : 'Save as a new project'}
    </Button>
  )
}
