import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { apiSend } from '#web/api.ts'
import { sentenceOf } from '#web/error-sentence.ts'
import { newId } from '#web/new-id.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import type { EditorProps } from './editor.tsx'
import { outgoing } from './editor-state.ts'

/** For a text whose project is gone. */
export function SaveAsNew({ session, userId, onSaved }: EditorProps) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const made = { id, ...outgoing(session.read()), userId }
      const { project } = await apiSend<{ project: Project }>('POST', '/api/projects', made)
      onSaved(project)
    } catch (error) {
      setBusy(false)
      showToast({
        title: 'Not saved',
        description: sentenceOf(error, 'Foldout could not be reached.'),
        variant: 'destructive',
      })
      return
    }
    session.drop()
    await navigate(`/project/${id}/edit`, { replace: true })
  }
  return (
    <Button size="small" disabled={isBusy} onClick={() => void save()}>
      {isBusy ? 'Saving...' : 'Save as a new project'}
    </Button>
  )
}
