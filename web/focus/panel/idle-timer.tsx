import type { Ref } from 'react'
import button from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import type { TimerController } from '../timer/timer-controller.ts'
import { durations, type ProjectName, type Timer } from '../timer/timer-model.ts'
import css from './focus-timer.module.css'
import { ProjectChoice } from './project-choice.tsx'

type IdleTimerProps = {
  controller: TimerController
  timer: Timer
  projects: ProjectName[] | undefined
  mainButton: Ref<HTMLButtonElement>
}

/** How long, on what, and off it goes. */
export function IdleTimer({ controller, timer, projects, mainButton }: IdleTimerProps) {
  const project = projects?.find(({ id }) => id === timer.projectId) ?? projects?.[0]
  return (
    <>
      <fieldset className={css.durations}>
        <legend>Minutes</legend>
        {durations.map((minutes) => (
          <label key={minutes}>
            <input
              type="radio"
              name="minutes"
              value={minutes}
              checked={minutes === timer.minutes}
              onChange={() => controller.choose({ minutes })}
            />
            {minutes}
          </label>
        ))}
      </fieldset>
      <ProjectChoice
        projects={projects}
        chosen={project}
        onChoose={({ id }) => controller.choose({ projectId: id })}
      />
      <Button
        ref={mainButton}
        className={button.wide}
        disabled={!project}
        onClick={() => project && controller.start(project)}
      >
        Start
      </Button>
      {projects?.length === 0 && (
        <p className="meta">Begin a project, and the press has something to print.</p>
      )}
    </>
  )
}
