import { type Ref, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { counted } from '#web/ui/number.ts'
import type { ProjectName, Run } from '../timer/timer-model.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import css from './focus-timer.module.css'

type RunningTimerProps = {
  store: TimerStore
  run: Run
  isEnding: boolean
  elapsedMinutes: number
  projects: ProjectName[] | undefined
  mainButton: Ref<HTMLButtonElement>
}

export function RunningTimer({
  store,
  run,
  isEnding,
  elapsedMinutes,
  projects,
  mainButton,
}: RunningTimerProps) {
  const [next, setNext] = useState<ProjectName>()
  const { sessionId, project } = run
  return (
    <>
      <ProjectChoice
        projects={projects}
        chosen={project}
        onChoose={(chosen) => chosen.id !== project.id && setNext(chosen)}
      />
      <div className={css.row}>
        <StopButton
          key={sessionId}
          elapsedMinutes={elapsedMinutes}
          disabled={isEnding}
          onStop={() => store.stop(sessionId)}
        />
        <Button ref={mainButton} aria-disabled={isEnding} onClick={() => store.finish(sessionId)}>
          {isEnding ? 'Finishing…' : 'Finish'}
        </Button>
      </div>
      <p className="meta">
        {isEnding
          ? 'One moment: checking the time with the server.'
          : `Finishing now logs ${elapsedMinutes > 0 ? counted(elapsedMinutes, 'minute') : 'nothing yet'}.`}
      </p>
      <ConfirmDialog
        open={next !== undefined}
        onOpenChange={(open) => open || setNext(undefined)}
        title="Switch the project?"
        sentence={next ? switchSentence(run, next, elapsedMinutes) : ''}
        confirmLabel="Switch"
        onConfirm={() => {
          if (next) store.switchTo(sessionId, next)
          setNext(undefined)
        }}
      />
    </>
  )
}

const switchSentence = ({ project, minutes }: Run, next: ProjectName, elapsedMinutes: number) =>
  [
    elapsedMinutes > 0
      ? `${counted(elapsedMinutes, 'minute')} ${elapsedMinutes === 1 ? 'is' : 'are'} logged for “${project.title}”.`
      : `Nothing was logged for “${project.title}”: it was less than a minute.`,
    `Then ${counted(minutes, 'minute')} start for “${next.title}”.`,
  ].join(' ')

type StopButtonProps = { elapsedMinutes: number; disabled: boolean; onStop: () => void }

/** Ends a run without logging it. Asks first if minutes would be lost. */
function StopButton({ elapsedMinutes, disabled, onStop }: StopButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="second"
        disabled={disabled}
        onClick={() => (elapsedMinutes > 0 ? setAsking(true) : onStop())}
      >
        Stop
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop the timer?"
        sentence={`The ${counted(elapsedMinutes, 'minute')} so far will not be logged. Choose Finish to log them.`}
        confirmLabel="Stop"
        cancelLabel="Keep going"
        onConfirm={onStop}
      />
    </>
  )
}

type ProjectChoiceProps = {
  projects: ProjectName[] | undefined
  chosen: ProjectName | undefined
  label?: string
  onChoose: (project: ProjectName) => void
}

/** A chosen project stays selected even when it has left the list. */
export function ProjectChoice({ projects = [], chosen, label = 'Project', onChoose }: ProjectChoiceProps) {
  const isListed = !chosen || projects.some(({ id }) => id === chosen.id)
  const all = isListed ? projects : [chosen, ...projects]
  const choose = (id: string) => {
    const project = all.find((each) => each.id === id)
    if (project) onChoose(project)
  }
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          className="input"
          value={chosen?.id ?? ''}
          disabled={all.length === 0}
          onChange={({ target }) => {
            // Safari does not focus a clicked control, and a dialog must return focus to it.
            target.focus()
            choose(target.value)
          }}
          {...wiring}
        >
          {all.length === 0 && <option value="">No project yet</option>}
          {all.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
