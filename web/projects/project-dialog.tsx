import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Project, ProjectTicket } from '#contract/projects.ts'
import { newId } from '#web/browser/new-id.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { projectQuery, removeProject, showProject } from './project-calls.ts'
import { ProjectForm } from './project-form.tsx'
import {
  createProjectOnce,
  type Draft,
  type Drafts,
  deleteSavedDraft,
  draftsOf,
  saveProject,
  sentTitles,
} from './save-project.ts'

export type ProjectDialogProps = {
  userId: string
  project: ProjectTicket | undefined
  onClose: () => void
}

export const ProjectDialog = ({ userId, project, onClose }: ProjectDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={project ? t`Edit project` : t`New project`}
      width="34rem"
    >
      {project ? (
        <ReadProject project={project} drafts={draftsOf(userId)} onClose={onClose} />
      ) : (
        <EditProject userId={userId} drafts={draftsOf(userId)} onClose={onClose} />
      )}
    </Dialog>
  )
}

type DraftProps = { drafts: Drafts; onClose: () => void }

function ReadProject({ project: { id, userId }, ...draftProps }: DraftProps & { project: ProjectTicket }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const draftBase = draftProps.drafts.get(id)?.base
  const { data, isError, isFetching, refetch } = useQuery({
    ...projectQuery(id),
    refetchOnMount: 'always',
    enabled: !draftBase,
  })
  useEffect(() => {
    if (data === null) void removeProject(queries, userId, id)
  }, [data, queries, userId, id])
  const base = draftBase ?? data?.project
  if (isFetching && !draftBase) return <p role="status">{t`Loading project...`}</p>
  if (base) return <EditProject userId={userId} first={base} {...draftProps} />
  if (isError) return <LoadFailure title={t`The project could not be loaded`} onRetry={() => void refetch()} />
  return <p role="alert">{t`This project no longer exists.`}</p>
}

type EditingProps = DraftProps & { userId: string; first?: Project }

function EditProject({ userId, first, drafts, onClose }: EditingProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const key = first?.id ?? 'new'
  const idOf = useNewId(drafts)
  const [base, setBase] = useState(first)
  const initialDraft = { title: first?.title ?? '', notes: first?.notes ?? '', ...(first && { base: first }) }
  const { draft, type } = useDraft(drafts, key, initialDraft)
  const save = (edited: Draft) => {
    if (base) return saveProject(base, edited)
    sentTitles.set(idOf(edited), edited.title.trim())
    return createProjectOnce(userId, idOf(edited), edited)
  }
  return (
    <ProjectForm
      action={first ? 'update' : 'create'}
      draft={draft}
      saved={first && base}
      onType={(edited) => type({ ...edited, ...(first && base ? { base } : { id: idOf(edited) }) })}
      save={save}
      onChanged={(current) => {
        setBase(current)
        if (first) drafts.set(key, { ...(drafts.get(key) ?? draft), base: current })
      }}
      onSaved={(project, sent) => {
        deleteSavedDraft(drafts, key, sent)
        void showProject(queries, project)
      }}
      onDone={() => {
        onClose()
        showToast({
          title: first ? t`Project updated successfully!` : t`Project created successfully!`,
        })
      }}
    />
  )
}

/** A retry uses the same ID, so that the project is created once. A new title in a later form is a new project. */
function useNewId(drafts: Drafts) {
  const [{ id, laterId, sentTitle }] = useState(() => {
    const id = drafts.get('new')?.id ?? newId()
    return { id, laterId: newId(), sentTitle: sentTitles.get(id) }
  })
  return ({ title }: Draft) => (sentTitle === undefined || title.trim() === sentTitle ? id : laterId)
}

function useDraft(drafts: Drafts, key: string, empty: Draft & { base?: Project }) {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? empty)
  const type = (edited: Draft & { id?: string; base?: Project }) => {
    drafts.set(key, edited)
    setDraft(edited)
  }
  return { draft, type }
}
