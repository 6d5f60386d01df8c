import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { workspaceAddress } from '#web/accounts/viewer.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { projectQuery, removeProject, showProject } from '#web/projects/project-calls.ts'
import {
  type Opened,
  OpenSession,
  SessionHead,
  SessionPage,
  type SessionPageKind,
} from '#web/session/session-frame.tsx'
import { listStoredDrafts } from '#web/session/stored-drafts.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import solo from '#web/ui/states/solo.module.css'
import { DownloadText } from './download-text.tsx'
import { Editor } from './editor.tsx'
import { parseProjectDraft, projectDraftPrefix } from './save-project.ts'
import { useEditor } from './use-editor.ts'

export const handle: PageHandle = { inks: 'sun blue' }

const kind: SessionPageKind<{ project: Project }, Project> = {
  query: projectQuery,
  itemOf: ({ project }) => project,
  Opened: OpenProject,
  Missing: ProjectNotFound,
  noun: msg`Project`,
  description: msg`A project and its notes.`,
  path: '/project',
  loading: msg`Loading project...`,
  errorTitle: msg`The project could not be loaded`,
  offlineTitle: {
    unsaved: msg`You’re offline. Your unsaved changes are in this browser and will be back when the project loads.`,
    missing: msg`You’re offline. This browser has no copy of this project.`,
  },
  signIn: {
    title: msg`Your project`,
    message: msg`Sign in to open your project as you left it.`,
  },
}

export const Page = () => <SessionPage kind={kind} />

function OpenProject({ opened, latest, userId, isSignedOut }: Opened<Project>) {
  const queries = useQueryClient()
  const onSaved = (project: Project) => void showProject(queries, project)
  const onDeleted = () => void removeProject(queries, userId, opened.id)
  const session = useEditor(opened, { userId, onSaved })
  return (
    <OpenSession kind={kind} session={session} isSignedOut={isSignedOut} saved={latest} title={opened.title}>
      {(ready) => (
        <Editor session={ready} projectId={opened.id} userId={userId} onSaved={onSaved} onDeleted={onDeleted} />
      )}
    </OpenSession>
  )
}

/** Text that was unsaved when the project was deleted is still in local storage. */
function ProjectNotFound({ userId, id }: { userId: string; id: string }) {
  const { t } = useLingui()
  const [storedDraft] = useState(() => listStoredDrafts(projectDraftPrefix(userId, id), parseProjectDraft)[0]?.draft)
  return (
    <main id="main" className={solo.solo}>
      <SessionHead kind={kind} title={t`Project Not Found`} />
      <div>
        <h1>{t`Project Not Found`}</h1>
        <p>{t`The project you're looking for doesn't exist.`}</p>
        {storedDraft && (
          <>
            <p>{t`Your last unsaved text is still in this browser.`}</p>
            <CopyButton text={storedDraft.notes}>{t`Copy the notes`}</CopyButton>
            <DownloadText text={storedDraft} name={t({ message: 'unsaved', context: 'end of the name of a file' })} />
          </>
        )}
        <Link className={buttonClass({})} to={workspaceAddress(userId)}>{t`Back to Profile`}</Link>
      </div>
    </main>
  )
}
