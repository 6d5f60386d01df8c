import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Project, ProjectTicket } from '#contract/projects.ts'
import { newId } from '#web/browser/new-id.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { projectQuery, removeProject, showProject } from './project-calls.ts'
import { ProjectForm } from './project-form.tsx'
import {
  beginProject,
  begun,
  type Draft,
  type Drafts,
  draftsOf,
  dropDraft,
  saveProject,
} from './save-project.ts'

export type ProjectDialogProps = {
  userId: string
  project: ProjectTicket | undefined
  onClose: () => void
}

export const ProjectDialog = ({ userId, project, onClose }: ProjectDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    title={project ? 'Edit project' : 'New project'}
    width="34rem"
  >
    {project ? (
      <ReadProject project={project} drafts={draftsOf(userId)} onClose={onClose} />
    ) : (
      <EditProject userId={userId} drafts={draftsOf(userId)} onClose={onClose} />
    )}
  </Dialog>
)

type Held = { drafts: Drafts; onClose: () => void }

function ReadProject({ project: { id, userId }, ...held }: Held & { project: ProjectTicket }) {
  const queries = useQueryClient()
  const typedOn = held.drafts.get(id)?.base
  const { data, isError, isFetching, refetch } = useQuery({
    ...projectQuery(id),
    refetchOnMount: 'always',
    enabled: !typedOn,
  })
  useEffect(() => {
    if (data === null) void removeProject(queries, userId, id)
  }, [data, queries, userId, id])
  const base = typedOn ?? data?.project
  if (isFetching && !typedOn) return <p role="status">Loading project...</p>
  if (base) return <EditProject userId={userId} first={base} {...held} />
  if (isError) return <TryAgain title="The project could not be loaded" onRetry={() => void refetch()} />
  return <p role="alert">This project no longer exists.</p>
}

type EditingProps = Held & { userId: string; first?: Project }

function EditProject({ userId, first, drafts, onClose }: EditingProps) {
  const queries = useQueryClient()
  const key = first?.id ?? 'new'
  const idOf = useNewId(drafts)
  const [base, setBase] = useState(first)
  const blank = { title: first?.title ?? '', notes: first?.notes ?? '', ...(first && { base: first }) }
  const { draft, type } = useDraft(drafts, key, blank)
  const save = (typed: Draft) => {
    if (base) return saveProject(base, typed)
    begun.set(idOf(typed), typed.title.trim())
    return beginProject(userId, idOf(typed), typed)
  }
  return (
    <ProjectForm
      action={first ? 'Update Project' : 'Create Project'}
      draft={draft}
      saved={first && base}
      onType={(typed) => type({ ...typed, ...(first && base ? { base } : { id: idOf(typed) }) })}
      save={save}
      onChanged={(current) => {
        setBase(current)
        if (first) drafts.set(key, { ...(drafts.get(key) ?? draft), base: current })
      }}
      onSaved={(project, sent) => {
        dropDraft(drafts, key, sent)
        void showProject(queries, project)
      }}
      onDone={() => {
        onClose()
        showToast({
          title: first ? 'Project updated successfully!' : 'Project created successfully!',
        })
      }}
    />
  )
}

/** A retry uses the same ID, so that the project is created once. A new title in a later form is a new project. */
function useNewId(drafts: Drafts) {
  const [{ id, other, begunAs }] = useState(() => {
    const id = drafts.get('new')?.id ?? newId()
    return { id, other: newId(), begunAs: begun.get(id) }
  })
  return ({ title }: Draft) => (begunAs === undefined || title.trim() === begunAs ? id : other)
}

function useDraft(drafts: Drafts, key: string, empty: Draft & { base?: Project }) {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? empty)
  const type = (typed: Draft & { id?: string; base?: Project }) => {
    drafts.set(key, typed)
    setDraft(typed)
  }
  return { draft, type }
}
