import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as limits from '#contract/limits.ts'
import type { ProjectTicket as Ticket } from '#contract/projects.ts'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type ProjectState, projectsQuery } from '#web/api/project-lists.ts'
import { useList } from '#web/api/queries.ts'
import { persist, readStored } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { FocusChart } from '#web/focus/chart/focus-chart.tsx'
import { FocusTimer } from '#web/focus/panel/focus-timer.tsx'
import type { TimerStore } from '#web/focus/timer/timer-store.ts'
import { useTimer, useTimerStore } from '#web/focus/timer/use-timer.ts'
import { keepWhenIdle } from '#web/offline/keep-when-idle.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { PlusIcon } from '#web/ui/marks/icons.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import heading from '#web/ui/section.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { ProjectList } from './project-list.tsx'
import { ProjectTabs, projectPanelId, projectTabId } from './project-tabs.tsx'
import { ProjectTicket } from './project-ticket.tsx'
import { SkeletonTickets } from './skeleton-tickets.tsx'
import { useDeleteProject, useToggleCompletion } from './use-project-writes.ts'
import css from './workspace.module.css'

export function Workspace({ userId }: { userId: string }) {
  const { t } = useLingui()
  const store = useTimerStore(userId)
  useEffect(() => void keepWhenIdle(userId), [userId])
  if (store) return <WorkspaceContent key={userId} userId={userId} store={store} />
  return (
    <>
      <div className={heading.section}>
        <h2>{t`Workspace`}</h2>
      </div>
      <SkeletonTickets />
    </>
  )
}

type DialogRequest = { kind: 'new' } | { kind: 'edit' | 'delete' | 'sessions'; project: Ticket }

const loadForm = () => import('./project-dialog.tsx').then((module) => module.ProjectDialog)
const loadConfirm = () => import('#web/ui/dialogs/confirm-dialog.tsx').then((module) => module.ConfirmDialog)
const loadSessions = () => import('#web/focus/sessions/sessions-dialog.tsx').then((module) => module.SessionsDialog)
const preload = () => void Promise.all([loadForm(), loadSessions()]).catch(() => undefined)

function WorkspaceContent({ userId, store }: { userId: string; store: TimerStore }) {
  const { t } = useLingui()
  const [request, setRequest] = useState<DialogRequest>()
  const [state, setState] = useState<ProjectState>('active')
  const { timer, unsent } = useTimer(store)
  const { toggling, toggle } = useToggleCompletion()
  const projects = useActiveProjects(userId)
  const run = timer.run
  const finish = async (project: Ticket) => {
    const isFinishing = project.completedAt === null
    if ((await toggle(project)) && isFinishing && run?.project.id === project.id) store.finish(run.sessionId)
  }
  return (
    <>
      <div className={heading.section}>
        <h2>{t`Workspace`}</h2>
        <Button onClick={() => setRequest({ kind: 'new' })} onPointerEnter={preload} onFocus={preload}>
          <PlusIcon />
          {t`New Project`}
        </Button>
      </div>
      <SectionErrorBoundary>
        <OnboardingCard userId={userId} />
      </SectionErrorBoundary>
      <div className={css.bench}>
        <div className={css.tickets}>
          <ProjectTabs userId={userId} open={state} onOpen={setState} />
          <div role="tabpanel" id={projectPanelId} aria-labelledby={projectTabId(state)}>
            <SectionErrorBoundary key={state}>
              <ProjectList
                list={projectsQuery(userId, state)}
                emptyState={<NoProjects state={state} onNew={() => setRequest({ kind: 'new' })} onPreload={preload} />}
              >
                {(project) => (
                  <ProjectTicket
                    key={project.id}
                    project={project}
                    isRunning={run?.project.id === project.id}
                    isToggling={toggling.has(project.id)}
                    unsentMinutes={unsent
                      .filter((session) => session.project.id === project.id)
                      .reduce((total, session) => total + session.minutes, 0)}
                    onToggle={(ticket) => void finish(ticket)}
                    onSessions={(ticket) => setRequest({ kind: 'sessions', project: ticket })}
                    onEdit={(ticket) => setRequest({ kind: 'edit', project: ticket })}
                    onDelete={(ticket) => setRequest({ kind: 'delete', project: ticket })}
                    onPreload={preload}
                  />
                )}
              </ProjectList>
            </SectionErrorBoundary>
          </div>
        </div>
        <SectionErrorBoundary>
          <FocusTimer userId={userId} store={store} projects={projects} />
        </SectionErrorBoundary>
        <SectionErrorBoundary>
          <FocusChart userId={userId} title={t`The last four weeks`} />
        </SectionErrorBoundary>
      </div>
      <WorkspaceDialogs userId={userId} store={store} request={request} onClose={() => setRequest(undefined)} />
    </>
  )
}

/** The visible projects, or a full page of projects if there are more. */
function useActiveProjects(userId: string) {
  const visible = useList(projectsQuery(userId, 'active'))
  const all = useList(visible.hasNextPage ? projectsQuery(userId, 'active', limits.pageSizeMax) : undefined)
  return (all.data ?? visible.data)?.pages.flatMap((page) => page.projects)
}

type WorkspaceDialogsProps = {
  userId: string
  store: TimerStore
  request: DialogRequest | undefined
  onClose: () => void
}

function WorkspaceDialogs({ userId, store, request, onClose }: WorkspaceDialogsProps) {
  const { t } = useLingui()
  const isForm = request?.kind === 'new' || request?.kind === 'edit'
  const ProjectDialog = useLazyComponent(isForm, loadForm, onClose)
  const ConfirmDialog = useLazyComponent(request?.kind === 'delete', loadConfirm, onClose)
  const SessionsDialog = useLazyComponent(request?.kind === 'sessions', loadSessions, onClose)
  const remove = useDeleteProject()
  if (!request) return null
  if (request.kind === 'new' || request.kind === 'edit') {
    const project = request.kind === 'edit' ? request.project : undefined
    return ProjectDialog ? <ProjectDialog userId={userId} project={project} onClose={onClose} /> : null
  }
  const { project } = request
  if (request.kind === 'sessions')
    return SessionsDialog ? <SessionsDialog userId={userId} project={project} onClose={onClose} /> : null
  if (!ConfirmDialog) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Delete Project`}
      message={
        <Trans>
          Are you sure you want to delete "<MemberText text={project.title} />
          "? This action cannot be undone and you will lose all your progress and focus sessions for this project.
        </Trans>
      }
      confirmLabel={t`Delete`}
      busyLabel={t`Deleting…`}
      onConfirm={async () => {
        if (!(await remove(project))) return
        const { run } = store.read().timer
        if (run?.project.id === project.id) store.stop(run.sessionId)
        onClose()
      }}
    />
  )
}

type NoProjectsProps = { state: ProjectState; onNew: () => void; onPreload: () => void }

const NoProjects = ({ state, onNew, onPreload }: NoProjectsProps) => {
  const { t } = useLingui()
  return state === 'active' ? (
    <Empty
      spot="desk"
      title={t`No projects yet`}
      hint={t`Every zine was once a note to self. Write the first one down.`}
    >
      <Button
        look="second"
        onClick={onNew}
        onPointerEnter={onPreload}
        onFocus={onPreload}
      >{t`Create a project`}</Button>
    </Empty>
  ) : (
    <Empty spot="kettle" title={t`Nothing finished yet`} hint={t`Projects you finish appear here with their time.`} />
  )
}

const viewedKey = (userId: string) => memberSubkey(userId, 'seen', 'workspace')

function OnboardingCard({ userId }: { userId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (readStored(viewedKey(userId)) === true) return
    const timer = setTimeout(() => {
      setOpen(true)
      persist(viewedKey(userId), true)
    }, workspaceDelays.workspaceOnboarding)
    return () => clearTimeout(timer)
  }, [userId])
  if (!isOpen) return null
  return (
    <section className={css.note} aria-labelledby="workspace-note">
      <h3 id="workspace-note">{t`This is your workspace`}</h3>
      <p
        className={css.text}
      >{t`Only you can see it. Create a project for each thing you’re making, start the timer when you sit down to work, and tick it off when it’s folded.`}</p>
      <Button size="small" className={css.button} onClick={() => setOpen(false)}>{t`Got it`}</Button>
      <IconButton icon={X} className={css.close} aria-label={t`Close`} onClick={() => setOpen(false)} />
    </section>
  )
}
