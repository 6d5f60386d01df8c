import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { notifyFailure } from '#web/accounts/viewer-changes.ts'
import { ignoreNotFound } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { removeStored } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { forgetCopy } from '#web/offline/keep-when-idle.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { deleteDraft, draftQuery, draftsQuery, refreshDrafts } from './draft-calls.ts'

export function useDeleteDraft(userId: string) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { write } = useWrite({
    mutationFn: (id: string) => deleteDraft({ params: { id } }).catch(ignoreNotFound),
    onSuccess: (_response, id) => {
      showToast({ title: t`Draft deleted` })
      const { queryKey } = draftQuery(id)
      queries.removeQueries({ queryKey, type: 'inactive' })
      void forgetCopy(userId, queryKey[0])
      queries.setQueryData(
        draftsQuery(userId).queryKey,
        (list) => list && { drafts: list.drafts.filter((draft) => draft.id !== id) },
      )
      removeStored(memberSubkey(userId, 'made', id))
      void refreshDrafts(queries, userId)
    },
    onError: (error) => notifyFailure(error, t`Failed to delete draft`),
  })
  return write
}
