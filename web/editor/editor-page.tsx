import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type { Project } from '#contract/projects.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useViewer } from '#web/accounts/viewer.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { removeProject, showProject } from '#web/projects/cached-projects.ts'
import { projectQuery } from '#web/projects/project-calls.ts'
import solo from '#web/ui/states/solo.module.css'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { Editor } from './editor.tsx'
import css from './editor-page.module.css'
import { ProjectNotFound } from './project-not-found.tsx'
import { type EditorSession, now } from './session/editor-session.ts'
import { type EditorProps, useEditor } from './session/use-editor.ts'
import { useLastMember, useSignedIn } from './session/use-member.ts'

/** The text is private and can be long, so the page is drawn without it and asks for it here. */
export const handle: PageHandle = { inks: 'sun blue' }

export function Page() {
  const { id = '' } = useParams()
  const viewer = useViewer()
  const member = useLastMember(viewer)
  if (viewer === undefined) return <Loading />
  if (!member) return <SignInFirst />
  return <ProjectEditor key={`${member.id} ${id}`} id={id} member={member} isSignedOut={viewer === null} />
}

type Props = { id: string; member: Viewer; isSignedOut: boolean }

function ProjectEditor({ id, member, isSignedOut }: Props) {
  const read = useQuery({
    ...projectQuery(id),
    // What was read earlier may be old by now, and a text begun on it would meet the newer one.
    refetchOnMount: 'always',
    networkMode: 'always',
  })
  const [opened, setOpened] = useState<Project>()
  const found = read.data?.project
  if (!opened && found && read.isFetchedAfterMount) setOpened(found)
  if (opened) {
    return <OpenProject opened={opened} latest={read.data} member={member} isSignedOut={isSignedOut} />
  }
  if (isSignedOut) return <SignInFirst />
  if (read.data === null) {
    return (
      <main id="main" className={solo.solo}>
        <EditorHead title="Project Not Found" />
        <ProjectNotFound userId={member.id} projectId={id} />
      </main>
    )
  }
  if (read.isError) {
    return (
      <main id="main" className="wrap">
        <EditorHead title="Project" />
        <TryAgain title="The project could not be reached" onRetry={() => void read.refetch()} />
      </main>
    )
  }
  return <Loading />
}

type OpenProps = {
  opened: Project
  latest: { project: Project } | null | undefined
  member: Viewer
  isSignedOut: boolean
}

function OpenProject({ opened, latest, member, isSignedOut }: OpenProps) {
  const queries = useQueryClient()
  const userId = member.id
  const onSaved = (project: Project) => void showProject(queries, project)
  const onDeleted = () => void removeProject(queries, userId, opened.id)
  const session = useEditor(opened, { userId, onSaved })
  useNews(session, latest)
  useSignedIn(session, isSignedOut)
  if (!session) return <Loading />
  const editor = { session, projectId: opened.id, userId, onSaved, onDeleted }
  return <OpenCanvas title={opened.title} editor={editor} isSignedOut={isSignedOut} />
}

/** What this page learns by other ways than saving. */
function useNews(session: EditorSession | undefined, latest: OpenProps['latest']) {
  useEffect(() => {
    if (latest) session?.dispatch({ type: 'savedElsewhere', saved: latest.project, at: now() })
    else if (latest === null) session?.dispatch({ type: 'deletedElsewhere', at: now() })
  }, [session, latest])
}

type CanvasProps = { title: string; editor: EditorProps; isSignedOut: boolean }

/** Without a session only unsaved words stay on the screen. */
function OpenCanvas({ title, editor, isSignedOut }: CanvasProps) {
  const { subscribe, isDirty } = editor.session
  const dirty = useSyncExternalStore(subscribe, isDirty)
  if (isSignedOut && !dirty) return <SignInFirst />
  return (
    <>
      <EditorHead title={title} />
      <Editor {...editor} />
    </>
  )
}

const EditorHead = ({ title }: { title: string }) => (
  <PageHead title={`${title} · Foldout`} description="A project on its canvas." path="/project" hidden />
)

const Loading = () => (
  <main id="main" className="wrap">
    <EditorHead title="Project" />
    <p className={css.loading} role="status">
      Loading project...
    </p>
  </main>
)

const SignInFirst = () => (
  <MembersOnly
    title="Your project"
    pageTitle="Your project · Foldout"
    sentence="Sign in, and this is where your project lies as you left it."
  />
)
