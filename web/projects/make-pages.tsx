import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { showError } from '#web/ui/toasts/toast-store.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { projectQuery } from './project-calls.ts'

const loadDialog = () => import('#web/typeset/notes/make-pages-dialog.tsx').then((module) => module.MakePagesDialog)

type Props = { project: { id: string; title: string; notes: string }; onClose: () => void }

export function MakePages({ project, onClose }: Props) {
  const MakePagesDialog = useLazyComponent(true, loadDialog, onClose)
  return MakePagesDialog ? <MakePagesDialog project={project} onClose={onClose} /> : null
}

/** Reads the notes first, because a list of projects has only their beginning. */
export function MakeProjectPages({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, isFetching } = useQuery({ ...projectQuery(id), refetchOnMount: 'always' })
  const fail = useEffectEvent((message: string) => {
    showError(message)
    onClose()
  })
  useEffect(() => {
    if (isFetching) return
    if (error) fail(t`The notes could not be loaded. Check your connection and try again.`)
    else if (data === null) fail(t`This project no longer exists.`)
  }, [data, error, isFetching, t])
  return data && !isFetching ? <MakePages project={data.project} onClose={onClose} /> : null
}
