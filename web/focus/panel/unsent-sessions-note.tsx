import { ph, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const waiting = unsent.filter(({ problem }) => problem === undefined)
  const minutes = waiting.reduce((sum, session) => sum + session.minutes, 0)
  const isSignedOut = store.unsentSessions.isSignedOut
  return (
    <>
      <p className="meta" role="status">
        {minutes > 0 && (isSignedOut ? signInMessage(minutes) : waitingMessage(minutes))}
      </p>
      {minutes > 0 && isSignedOut && (
        <Button look="second" size="small" onClick={() => openSignIn({ reason: 'session' })}>{t`Sign in`}</Button>
      )}
      {unsent.map((session) =>
        session.problem === undefined ? null : (
          <RejectedSession key={session.id} store={store} session={session} projects={projects} />
        ),
      )}
    </>
  )
}

const waitingMessage = (minutes: number) =>
  t`${ph({ minutes: formatMinutesInWords(minutes) })} will be sent when you’re back online.`
const signInMessage = (minutes: number) => t`Sign in again to log ${ph({ minutes: formatMinutesInWords(minutes) })}.`

type RejectedSessionProps = {
  store: TimerStore
  session: UnsentSession
  projects: ProjectName[] | undefined
}

function RejectedSession({ store, session, projects }: RejectedSessionProps) {
  const { t } = useLingui()
  const [selected, setSelected] = useState<ProjectName>()
  const otherProjects = projects?.filter(({ id }) => id !== session.project.id)
  const project = selected ?? otherProjects?.[0]
  return (
    <fieldset className={css.rejected}>
      <legend className="sr">
        <Trans>
          Minutes for <MemberText text={session.project.title} />
        </Trans>
      </legend>
      <p role="alert">
        <Trans>
          {ph({ minutes: formatMinutesInWords(session.minutes) })} of “<MemberText text={session.project.title} />”
          could not be logged. {ph({ problem: session.problem ?? '' })}
        </Trans>
      </p>
      {project && (
        <ProjectChoice label={t`Log them for`} projects={otherProjects} selected={project} onChoose={setSelected} />
      )}
      <div className={css.row}>
        <Button
          look="second"
          size="small"
          onClick={() => store.unsentSessions.drop(session.id)}
        >{t`Discard them`}</Button>
        {project && (
          <Button size="small" onClick={() => store.unsentSessions.reassign(session, project)}>{t`Log them`}</Button>
        )}
      </div>
    </fieldset>
  )
}
