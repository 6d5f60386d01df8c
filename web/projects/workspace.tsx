import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as limits from '#contract/limits.ts'
import type { ProjectTicket as Ticket } from '#contract/projects.ts'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type ProjectState, projectsQuery } from '#web/api/project-lists.ts'
import { useList } from '#web/api/queries.ts'
import { keep, readKept } from '#web/browser/local-storage.ts'
import { FocusChart } from '#web/focus/chart/focus-chart.tsx'
import { FocusTimer } from '#web/focus/panel/focus-timer.tsx'
import type { TimerStore } from '#web/focus/timer/timer-store.ts'
import { useTimer, useTimerStore } from '#web/focus/timer/use-timer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { PlusIcon } from '#web/ui/marks/icons.tsx'
import heading from '#web/ui/section.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { BlankTickets } from './blank-tickets.tsx'
import { ProjectList } from './project-list.tsx'
import { ProjectTabs, projectPanelId, projectTabId } from './project-tabs.tsx'
import { ProjectTicket } from './project-ticket.tsx'
import { useDeleteProject, useToggleCompletion } from './use-project-writes.ts'
import css from './workspace.module.css'

export function Workspace({ userId }: { userId: string }) {
  const store = useTimerStore(userId)
  if (store) return <Bench key={userId} userId={userId} store={store} />
  return (
    <>
      <div className={heading.section}>
        <h2>Workspace</h2>
      </div>
      <BlankTickets />
    </>
  )
}

type Asked = { what: 'new' } | { what: 'edit' | 'delete' | 'sessions'; project: Ticket }

const loadForm = () => import('./project-dialog.tsx').then((part) => part.ProjectDialog)
const loadConfirm = () => import('#web/ui/dialogs/confirm-dialog.tsx').then((part) => part.ConfirmDialog)
const loadSessions = () =>
  import('#web/focus/sessions/sessions-dialog.tsx').then((part) => part.SessionsDialog)
const near = () => void Promise.all([loadForm(), loadSessions()]).catch(() => undefined)

function Bench({ userId, store }: { userId: string; store: TimerStore }) {
  const [asked, setAsked] = useState<Asked>()
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
        <h2>Workspace</h2>
        <Button onClick={() => setAsked({ what: 'new' })} onPointerEnter={near} onFocus={near}>
          <PlusIcon />
          New Project
        </Button>
      </div>
      <PartBoundary>
        <OnboardingCard userId={userId} />
      </PartBoundary>
      <div className={css.bench}>
        <div className={css.tickets}>
          <ProjectTabs userId={userId} open={state} onOpen={setState} />
          <div role="tabpanel" id={projectPanelId} aria-labelledby={projectTabId(state)}>
            <PartBoundary key={state}>
              <ProjectList
                list={projectsQuery(userId, state)}
                nothing={<NoProjects state={state} onNew={() => setAsked({ what: 'new' })} onNear={near} />}
              >
                {(project) => (
                  <ProjectTicket
                    key={project.id}
                    project={project}
                    isRunning={run?.project.id === project.id}
                    isToggling={toggling.has(project.id)}
                    unsentMinutes={unsent
                      .filter((each) => each.project.id === project.id)
                      .reduce((sum, each) => sum + each.minutes, 0)}
                    onToggle={(ticket) => void finish(ticket)}
                    onSessions={(ticket) => setAsked({ what: 'sessions', project: ticket })}
                    onEdit={(ticket) => setAsked({ what: 'edit', project: ticket })}
                    onDelete={(ticket) => setAsked({ what: 'delete', project: ticket })}
                    onNear={near}
                  />
                )}
              </ProjectList>
            </PartBoundary>
          </div>
        </div>
        <PartBoundary>
          <FocusTimer userId={userId} store={store} projects={projects} />
        </PartBoundary>
        <PartBoundary>
          <FocusChart userId={userId} title="The last four weeks" />
        </PartBoundary>
      </div>
      <WorkspaceDialogs userId={userId} store={store} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

/** The visible projects, or a full page of projects if there are more. */
function useActiveProjects(userId: string) {
  const shown = useList(projectsQuery(userId, 'active'))
  const all = useList(shown.hasNextPage ? projectsQuery(userId, 'active', limits.pageSizeMax) : undefined)
  return (all.data ?? shown.data)?.pages.flatMap((page) => page.projects)
}

type WorkspaceDialogsProps = {
  userId: string
  store: TimerStore
  asked: Asked | undefined
  onClose: () => void
}

function WorkspaceDialogs({ userId, store, asked, onClose }: WorkspaceDialogsProps) {
  const isForm = asked?.what === 'new' || asked?.what === 'edit'
  const ProjectDialog = usePart(isForm, loadForm, onClose)
  const ConfirmDialog = usePart(asked?.what === 'delete', loadConfirm, onClose)
  const SessionsDialog = usePart(asked?.what === 'sessions', loadSessions, onClose)
  const remove = useDeleteProject()
  if (!asked) return null
  if (asked.what === 'new' || asked.what === 'edit') {
    const project = asked.what === 'edit' ? asked.project : undefined
    return ProjectDialog ? <ProjectDialog userId={userId} project={project} onClose={onClose} /> : null
  }
  const { project } = asked
  if (asked.what === 'sessions')
    return SessionsDialog ? <SessionsDialog userId={userId} project={project} onClose={onClose} /> : null
  if (!ConfirmDialog) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete Project"
      sentence={`Are you sure you want to delete "${project.title}"? This action cannot be undone and you will lose all your progress and focus sessions for this project.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={async () => {
        if (!(await remove(project))) return
        const { run } = store.read().timer
        if (run?.project.id === project.id) store.stop(run.sessionId)
        onClose()
      }}
    />
  )
}

type NoProjectsProps = { state: ProjectState; onNew: () => void; onNear: () => void }

const NoProjects = ({ state, onNew, onNear }: NoProjectsProps) =>
  state === 'active' ? (
    <Empty
      spot="desk"
      title="No projects yet"
      hint="Every zine was once a note to self. Write the first one down."
    >
      <Button look="second" onClick={onNew} onPointerEnter={onNear} onFocus={onNear}>
        Create a project
      </Button>
    </Empty>
  ) : (
    <Empty
      spot="kettle"
      title="Nothing finished yet"
      hint="Projects you finish appear here with their time."
    />
  )

const seenKey = (userId: string) => `foldout:${userId}:seen:workspace`

function OnboardingCard({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (readKept(seenKey(userId)) === true) return
    const timer = setTimeout(() => {
      setOpen(true)
      keep(seenKey(userId), true)
    }, workspaceDelays.workspaceOnboarding)
    return () => clearTimeout(timer)
  }, [userId])
  if (!isOpen) return null
  return (
    <section className={css.note} aria-labelledby="workspace-note">
      <h3 id="workspace-note">This is your workspace</h3>
      <p className={css.text}>
        Only you can see it. Write a ticket for each thing you’re making, start the timer when you sit down to
        work, and tick it off when it’s folded.
      </p>
      <Button size="small" className={css.button} onClick={() => setOpen(false)}>
        Got it
      </Button>
      <IconButton icon={X} className={css.close} aria-label="Close" onClick={() => setOpen(false)} />
    </section>
  )
}
