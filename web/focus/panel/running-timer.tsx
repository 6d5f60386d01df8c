import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Ref, useState } from 'react'
import { textLanguageOf } from '#contract/text-language.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import type { ProjectName, Run } from '../timer/timer-model.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import css from './focus-timer.module.css'

type RunningTimerProps = {
  store: TimerStore
  run: Run
  elapsedMinutes: number
  projects: ProjectName[] | undefined
  mainButton: Ref<HTMLButtonElement>
}

export function RunningTimer({ store, run, elapsedMinutes, projects, mainButton }: RunningTimerProps) {
  const { t } = useLingui()
  const [nextProject, setNextProject] = useState<ProjectName>()
  const { sessionId, project } = run
  return (
    <>
      <ProjectChoice
        projects={projects}
        selected={project}
        onChoose={(selection) => selection.id !== project.id && setNextProject(selection)}
      />
      <div className={css.row}>
        <StopButton key={sessionId} elapsedMinutes={elapsedMinutes} onStop={() => store.stop(sessionId)} />
        <Button ref={mainButton} onClick={() => store.finish(sessionId)}>{t`Finish`}</Button>
      </div>
      <p className="meta">
        <Plural
          value={elapsedMinutes}
          _0="Finishing now logs nothing yet."
          one="Finishing now logs # minute."
          other="Finishing now logs # minutes."
        />
      </p>
      <ConfirmDialog
        open={nextProject !== undefined}
        onOpenChange={(open) => open || setNextProject(undefined)}
        title={t`Switch projects?`}
        message={nextProject ? switchMessage(run, nextProject, elapsedMinutes) : ''}
        confirmLabel={t`Switch`}
        onConfirm={() => {
          if (nextProject) store.switchTo(sessionId, nextProject)
          setNextProject(undefined)
        }}
      />
    </>
  )
}

const switchMessage = ({ project, minutes }: Run, nextProject: ProjectName, elapsedMinutes: number) => {
  const title = <MemberText text={project.title} />
  const next = <MemberText text={nextProject.title} />
  return elapsedMinutes > 0 ? (
    <Plural
      value={elapsedMinutes}
      one={
        <Trans>
          # minute is logged for “{title}”. A new {minutes}-minute timer then starts for “{next}”.
        </Trans>
      }
      other={
        <Trans>
          # minutes are logged for “{title}”. A new {minutes}-minute timer then starts for “{next}”.
        </Trans>
      }
    />
  ) : (
    <Trans>
      Nothing was logged for “{title}”: it was less than a minute. A new {minutes}-minute timer then starts for “{next}
      ”.
    </Trans>
  )
}

type StopButtonProps = { elapsedMinutes: number; onStop: () => void }

/** Ends a run without logging it. Asks first if minutes would be lost. */
function StopButton({ elapsedMinutes, onStop }: StopButtonProps) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button look="second" onClick={() => (elapsedMinutes > 0 ? setConfirming(true) : onStop())}>{t`Stop`}</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Stop the timer?`}
        message={t`The ${plural(elapsedMinutes, { one: '# minute', other: '# minutes' })} so far will not be logged. Choose Finish to log them.`}
        confirmLabel={t`Stop`}
        cancelLabel={t`Keep going`}
        onConfirm={onStop}
      />
    </>
  )
}

type ProjectChoiceProps = {
  projects: ProjectName[] | undefined
  selected: ProjectName | undefined
  label?: string
  onChoose: (project: ProjectName) => void
}

/** A chosen project stays selected even when it has left the list. */
export function ProjectChoice({ projects = [], selected, label, onChoose }: ProjectChoiceProps) {
  const { t } = useLingui()
  const isListed = !selected || projects.some(({ id }) => id === selected.id)
  const options = isListed ? projects : [selected, ...projects]
  const choose = (id: string) => {
    const project = options.find((candidate) => candidate.id === id)
    if (project) onChoose(project)
  }
  return (
    <Field label={label ?? t`Project`}>
      {(inputProps) => (
        <select
          className="input"
          value={selected?.id ?? ''}
          disabled={options.length === 0}
          onChange={({ target }) => {
            // Safari does not focus a clicked control, and a dialog must return focus to it.
            target.focus()
            choose(target.value)
          }}
          {...inputProps}
        >
          {options.length === 0 && <option value="">{t`No project yet`}</option>}
          {options.map(({ id, title }) => (
            <option key={id} value={id} {...textLanguageOf(title)}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
