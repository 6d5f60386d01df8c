import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { apiSend, refreshPaths } from '#web/api.ts'
import { sentenceOf } from '#web/error-sentence.ts'
import { newId } from '#web/new-id.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import type { EditorProps } from './editor.tsx'
import { outgoing } from './editor-state.ts'
import { projectsPath } from './project-path.ts'

/** For a text whose project is gone. */
export function SaveAsNew({ session, userId }: EditorProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [id] = useState(newId)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await apiSend('POST', '/api/projects', { id, ...outgoing(session.read()), userId })
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
    void refreshPaths(queries, projectsPath(userId))
    await navigate(`/project/${id}/edit`, { replace: true })
  }
  return (
    <Button size="small" disabled={isBusy} onClick={() => void save()}>
      {isBusy ? 'Saving...' : 'Save as a new project'}
    </Button>
  )
}
