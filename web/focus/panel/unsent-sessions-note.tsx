import { useState } from 'react'
import { openSignIn } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted } from '#web/ui/number.ts'
import type { ProjectName, Unsent } from '../timer/timer-model.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import css from './focus-timer.module.css'
import { ProjectChoice } from './running-timer.tsx'

type UnsentSessionsNoteProps = {
  store: TimerStore
  unsent: Unsent[]
  projects: ProjectName[] | undefined
}

export function UnsentSessionsNote({ store, unsent, projects }: UnsentSessionsNoteProps) {
  const waiting = unsent.filter(({ problem }) => problem === undefined)
  const minutes = waiting.reduce((sum, each) => sum + each.minutes, 0)
  const isSignedOut = store.unsentSessions.isSignedOut
  return (
    <>
      <p className="meta" role="status">
        {minutes > 0 && (isSignedOut ? signInSentence(minutes) : waitSentence(minutes))}
      </p>
      {minutes > 0 && isSignedOut && (
        <Button look="second" size="small" onClick={() => openSignIn({ because: 'session' })}>
          Sign in
        </Button>
      )}
      {unsent.map((each) =>
        each.problem === undefined ? null : (
          <RefusedSession key={each.id} store={store} session={each} projects={projects} />
        ),
      )}
    </>
  )
}

const waitSentence = (minutes: number) =>
  `${counted(minutes, 'minute')} will be sent when you’re back online.`
const signInSentence = (minutes: number) => `Sign in again to log ${counted(minutes, 'minute')}.`

type RefusedSessionProps = {
  store: TimerStore
  session: Unsent
  projects: ProjectName[] | undefined
}

function RefusedSession({ store, session, projects }: RefusedSessionProps) {
  const [chosen, setChosen] = useState<ProjectName>()
  const others = projects?.filter(({ id }) => id !== session.project.id)
  const project = chosen ?? others?.[0]
  return (
    <fieldset className={css.refused}>
      <legend className="sr">Minutes for {session.project.title}</legend>
      <p role="alert">
        {counted(session.minutes, 'minute')} of "{session.project.title}" could not be logged.{' '}
        {session.problem}
      </p>
      {project && (
        <ProjectChoice label="Log them for" projects={others} chosen={project} onChoose={setChosen} />
      )}
      <div className={css.row}>
        <Button look="second" size="small" onClick={() => store.unsentSessions.drop(session.id)}>
          Discard them
        </Button>
        {project && (
          <Button size="small" onClick={() => store.unsentSessions.move(session, project)}>
            Log them
          </Button>
        )}
      </div>
    </fieldset>
  )
}
