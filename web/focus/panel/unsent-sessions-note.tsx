import { useState } from 'react'
import { openSignIn } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { formatMinutesInWords } from '../format-time.ts'
import type { ProjectName, UnsentSession } from '../timer/timer-model.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import css from './focus-timer.module.css'
import { ProjectChoice } from './running-timer.tsx'

type UnsentSessionsNoteProps = {
  store: TimerStore
  unsent: UnsentSession[]
  projects: ProjectName[] | undefined
}

export function UnsentSessionsNote({ store, unsent, projects }: UnsentSessionsNoteProps) {
  const waiting = unsent.filter(({ problem }) => problem === undefined)
  const minutes = waiting.reduce((sum, session) => sum + session.minutes, 0)
  const isSignedOut = store.unsentSessions.isSignedOut
  return (
    <>
      <p className="meta" role="status">
        {minutes > 0 && (isSignedOut ? signInMessage(minutes) : waitingMessage(minutes))}
      </p>
      {minutes > 0 && isSignedOut && (
        <Button look="second" size="small" onClick={() => openSignIn({ reason: 'session' })}>
          Sign in
        </Button>
      )}
      {unsent.map((session) =>
        session.problem === undefined ? null : (
          <RejectedSession key={session.id} store={store} session={session} projects={projects} />
        ),
      )}
    </>
  )
}

const waitingMessage = (minutes: number) => `${formatMinutesInWords(minutes)} will be sent when you’re back online.`
const signInMessage = (minutes: number) => `Sign in again to log ${formatMinutesInWords(minutes)}.`

type RejectedSessionProps = {
  store: TimerStore
  session: UnsentSession
  projects: ProjectName[] | undefined
}

function RejectedSession({ store, session, projects }: RejectedSessionProps) {
  const [selected, setSelected] = useState<ProjectName>()
  const otherProjects = projects?.filter(({ id }) => id !== session.project.id)
  const project = selected ?? otherProjects?.[0]
  return (
    <fieldset className={css.rejected}>
      <legend className="sr">
        Minutes for <MemberText text={session.project.title} />
      </legend>
      <p role="alert">
        {formatMinutesInWords(session.minutes)} of “<MemberText text={session.project.title} />” could not be logged.{' '}
        {session.problem}
      </p>
      {project && (
        <ProjectChoice label="Log them for" projects={otherProjects} selected={project} onChoose={setSelected} />
      )}
      <div className={css.row}>
        <Button look="second" size="small" onClick={() => store.unsentSessions.drop(session.id)}>
          Discard them
        </Button>
        {project && (
          <Button size="small" onClick={() => store.unsentSessions.reassign(session, project)}>
            Log them
          </Button>
        )}
      </div>
    </fieldset>
  )
}
