import { useNavigate } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { deleteProject } from '#web/projects/project-calls.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { EditorProps } from '../session/use-editor.ts'

/** When it fails, everything is as it was. */
export function DeleteProject({ onClose, ...editor }: EditorProps & { onClose: () => void }) {
  const remove = useDeleteProject(editor)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete Project"
      sentence="Are you sure you want to delete this project? This action cannot be undone."
      confirmLabel="Delete Project"
      busyLabel="Deleting..."
      onConfirm={remove}
    />
  )
}

function useDeleteProject({ session, projectId, userId, onDeleted }: EditorProps) {
  const navigate = useNavigate()
  const { write } = useWrite({
    mutationFn: () => deleteProject({ params: { id: projectId }, body: { userId } }).catch(unlessGone),
    onSuccess: async () => {
      session.dropAll()
      await navigate(`/profile/${userId}`)
      showToast({ title: 'Project deleted successfully' })
      onDeleted()
    },
    onError: () =>
      showToast({ title: 'Error', description: 'Failed to delete project', variant: 'destructive' }),
  })
  return write
}

function unlessGone(error: unknown) {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}
