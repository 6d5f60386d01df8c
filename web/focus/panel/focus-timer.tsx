import { Stamp } from '#web/ui/marks/stamp.tsx'
import type { TimerController } from '../timer/timer-controller.ts'
import type { ProjectName } from '../timer/timer-model.ts'
import { useLeft, useTimer } from '../timer/use-timer.ts'
import { Counter, MinutesRun } from './counter.tsx'
import css from './focus-timer.module.css'
import { IdleTimer } from './idle-timer.tsx'
import { RunningTimer } from './running-timer.tsx'
import { SignalChoice } from './signal-choice.tsx'
import { UnsentSessionsNote } from './unsent-sessions-note.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

type FocusTimerProps = {
  userId: string
  controller: TimerController
  /** What can be worked on; undefined while that is not known. */
  projects: ProjectName[] | undefined
}

/** A press counter that counts the minutes of a project. */
export function FocusTimer({ userId, controller, projects }: FocusTimerProps) {
  const { timer, unsent, isEnding, isKept } = useTimer(controller)
  const left = useLeft(controller)
  const { run } = timer
  const total = run?.minutes ?? timer.minutes
  const rest = left ?? total * 60_000
  const elapsedMinutes = Math.floor((total * 60_000 - rest) / 60_000)
  const { panel, mainButton } = usePanelFocus(run !== null)
  return (
    <aside className={css.press} aria-labelledby="focus-timer" {...panel}>
      <header>
        <h2 id="focus-timer">Focus timer</h2>
        {run && <Stamp>Running</Stamp>}
      </header>
      <Counter left={rest} />
      <MinutesRun minutes={total} printed={elapsedMinutes} isRunning={run !== null} />
      {run ? (
        <RunningTimer
          mainButton={mainButton}
          controller={controller}
          run={run}
          isEnding={isEnding}
          elapsedMinutes={elapsedMinutes}
          projects={projects}
        />
      ) : (
        <IdleTimer mainButton={mainButton} controller={controller} timer={timer} projects={projects} />
      )}
      <SignalChoice userId={userId} />
      {!isKept && (
        <p className="meta" role="status">
          This browser cannot keep the timer. It goes on while this page stays open.
        </p>
      )}
      <UnsentSessionsNote controller={controller} unsent={unsent} projects={projects} />
    </aside>
  )
}
