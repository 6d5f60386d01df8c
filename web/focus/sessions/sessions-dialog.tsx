import { useList } from '#web/api/queries.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted } from '#web/ui/number.ts'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { FocusChart } from '../chart/focus-chart.tsx'
import { focusSessionsQuery } from '../focus-calls.ts'
import { SessionRow } from './session-row.tsx'
import css from './sessions-dialog.module.css'

type SessionsDialogProps = {
  userId: string
  project: { id: string; title: string }
  onClose: () => void
}

/** When a project was worked on and for how long; what was counted wrongly can be put right here. */
export const SessionsDialog = ({ userId, project, onClose }: SessionsDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => open || isCorrecting() || onClose()}
    title="Sessions"
    description={`Time spent on "${project.title}".`}
    width="36rem"
  >
    <FocusChart userId={userId} projectId={project.id} title="The last four weeks" />
    <SessionRows userId={userId} projectId={project.id} />
  </Dialog>
)

/** Escape then leaves the field, not the dialog. */
const isCorrecting = () => document.activeElement?.closest('[role="dialog"] form') != null

function SessionRows({ userId, projectId }: { userId: string; projectId: string }) {
  const list = useList(focusSessionsQuery(projectId))
  const sessions = list.data?.pages.flatMap((page) => page.sessions)
  if (!sessions) {
    if (!list.isError) return <p role="status">Loading sessions</p>
    return <TryAgain title="The sessions could not be reached" onRetry={() => void list.refetch()} />
  }
  if (sessions.length === 0) return <p>No sessions yet. The focus timer logs them here.</p>
  return (
    <section tabIndex={-1} aria-label="All sessions">
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} userId={userId} session={session} />
        ))}
      </ul>
      <ListEnd list={list} soFar={`${counted(sessions.length, 'session')} so far`} />
    </section>
  )
}
