import { ph, plural, t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronUp } from 'lucide-react'
import { type CSSProperties, type Ref, useLayoutEffect, useRef, useState } from 'react'
import button from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import check from '#web/ui/forms/check.module.css'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { formatDigits, formatMinutesInWords } from '../format-time.ts'
import { durations, type ProjectName, type Timer, type UnsentSession } from '../timer/timer-model.ts'
import { readSignals, requestNotificationPermission, ring, storeSignals } from '../timer/timer-signals.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import { useRemainingMs, useTimer } from '../timer/use-timer.ts'
import css from './focus-timer.module.css'
import { ProjectChoice, RunningTimer } from './running-timer.tsx'
import { UnsentSessionsNote } from './unsent-sessions-note.tsx'

type FocusTimerProps = {
  userId: string
  store: TimerStore
  projects: ProjectName[] | undefined
}

export function FocusTimer({ userId, store, projects }: FocusTimerProps) {
  const { t } = useLingui()
  const { timer, unsent, isStored } = useTimer(store)
  const remainingMs = useRemainingMs(store)
  const { run } = timer
  const total = run?.minutes ?? timer.minutes
  const shownMs = remainingMs ?? total * 60_000
  const elapsedMinutes = Math.floor((total * 60_000 - shownMs) / 60_000)
  const { panel, mainButton } = usePanelFocus(run !== null)
  const [isOpenChosen, setOpenChosen] = useState<boolean>()
  const isOpen = isOpenChosen ?? needsAttention(store, unsent)
  return (
    <aside
      className={[css.press, css.bar, !isOpen && css.folded].filter(Boolean).join(' ')}
      aria-labelledby="focus-timer"
      {...panel}
    >
      <header>
        <h2 id="focus-timer">{t`Focus timer`}</h2>
        {run && <Stamp>{t`Running`}</Stamp>}
        <FoldButton remainingMs={shownMs} isOpen={isOpen} onFold={() => setOpenChosen(!isOpen)} />
      </header>
      <Counter remainingMs={shownMs} />
      <MinutesRun minutes={total} elapsedMinutes={elapsedMinutes} isRunning={run !== null} />
      {run ? (
        <RunningTimer
          mainButton={mainButton}
          store={store}
          run={run}
          elapsedMinutes={elapsedMinutes}
          projects={projects}
        />
      ) : (
        <IdleTimer mainButton={mainButton} store={store} timer={timer} projects={projects} />
      )}
      <SignalChoice userId={userId} />
      {!isStored && (
        <p
          className="meta"
          role="status"
        >{t`This browser can’t store the timer. It runs while this page stays open.`}</p>
      )}
      <UnsentSessionsNote store={store} unsent={unsent} projects={projects} />
    </aside>
  )
}

const needsAttention = ({ unsentSessions }: TimerStore, unsent: UnsentSession[]) =>
  unsent.some(({ problem }) => problem !== undefined || unsentSessions.isSignedOut)

/** When the focused element unmounts, moves focus to the main button or else to the panel. */
function usePanelFocus(isRunning: boolean) {
  const panel = useRef<HTMLElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  const isInside = useRef(false)
  const wasRunning = useRef(isRunning)
  useLayoutEffect(() => {
    const hasToggled = wasRunning.current !== isRunning
    wasRunning.current = isRunning
    if (!isInside.current || document.activeElement !== document.body) return
    const startButton = mainButton.current
    if (hasToggled && startButton && !startButton.disabled) startButton.focus()
    else panel.current?.focus()
  })
  return {
    mainButton,
    panel: {
      ref: panel,
      tabIndex: -1,
      onFocus: () => {
        isInside.current = true
      },
      /** `document.activeElement` does not change when the window loses focus. Removed elements fire no blur event. */
      onBlur: () => {
        isInside.current = panel.current?.contains(document.activeElement) === true
      },
    },
  }
}

function Counter({ remainingMs }: { remainingMs: number }) {
  const [minutes, , seconds] = formatDigits(remainingMs)
  return (
    <div className={css.counter} role="timer">
      <span className="sr">
        <Trans>{ph({ time: formatRemaining(remainingMs) })} left</Trans>
      </span>
      <span className={css.digits} aria-hidden="true">
        <b>{minutes[0]}</b>
        <b>{minutes[1]}</b>
        <i>:</i>
        <b>{seconds[0]}</b>
        <b>{seconds[1]}</b>
      </span>
    </div>
  )
}

function formatRemaining(remainingMs: number) {
  const seconds = Math.ceil(remainingMs / 1000)
  const remainder = seconds % 60
  const minutes = formatMinutesInWords(Math.floor(seconds / 60))
  if (remainder === 0) return minutes
  return seconds < 60
    ? t`${plural({ seconds: remainder }, { one: '# second', other: '# seconds' })}`
    : t`${minutes} ${plural({ seconds: remainder }, { one: '# second', other: '# seconds' })}`
}

type MinutesRunProps = { minutes: number; elapsedMinutes: number; isRunning: boolean }

const MinutesRun = ({ minutes, elapsedMinutes, isRunning }: MinutesRunProps) => (
  <div>
    <div className={css.run} aria-hidden="true" style={{ '--in-row': perRow(minutes) } as CSSProperties}>
      {Array.from({ length: minutes }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are alike and never move
        <i key={index} className={minuteClass(index, elapsedMinutes, isRunning)} />
      ))}
    </div>
    <p className="meta">
      {isRunning ? (
        <Trans>
          {elapsedMinutes} of <Plural value={minutes} one="# minute" other="# minutes" /> done
        </Trans>
      ) : (
        <Plural value={minutes} one="# minute" other="# minutes" />
      )}
    </p>
  </div>
)

const perRow = (minutes: number) => (minutes <= 25 ? minutes : Math.ceil(minutes / Math.ceil(minutes / 30)))

function minuteClass(index: number, elapsedMinutes: number, isRunning: boolean) {
  if (index < elapsedMinutes) return css.elapsed
  return isRunning && index === elapsedMinutes ? css.current : undefined
}

type FoldButtonProps = { remainingMs: number; isOpen: boolean; onFold: () => void }

const FoldButton = ({ remainingMs, isOpen, onFold }: FoldButtonProps) => {
  const { t } = useLingui()
  return (
    <button type="button" className={css.fold} aria-expanded={isOpen} onClick={onFold}>
      <span className="sr">{isOpen ? t`Minimize the timer` : t`Open the timer`}, </span>
      {formatDigits(remainingMs)}
      <ChevronUp className="ico" aria-hidden="true" />
    </button>
  )
}

type IdleTimerProps = {
  store: TimerStore
  timer: Timer
  projects: ProjectName[] | undefined
  mainButton: Ref<HTMLButtonElement>
}

function IdleTimer({ store, timer, projects, mainButton }: IdleTimerProps) {
  const { t } = useLingui()
  const project = projects?.find(({ id }) => id === timer.projectId) ?? projects?.[0]
  return (
    <>
      <fieldset className={css.durations}>
        <legend>{t`Minutes`}</legend>
        {durations.map((minutes) => (
          <label key={minutes}>
            <input
              type="radio"
              name="minutes"
              value={minutes}
              checked={minutes === timer.minutes}
              onChange={() => store.choose({ minutes })}
            />
            {minutes}
          </label>
        ))}
      </fieldset>
      <ProjectChoice projects={projects} selected={project} onChoose={({ id }) => store.choose({ projectId: id })} />
      <Button
        ref={mainButton}
        className={button.wide}
        disabled={!project}
        onClick={() => project && store.start(project)}
      >{t`Start`}</Button>
      {projects?.length === 0 && <p className="meta">{t`Create a project to log your time.`}</p>}
    </>
  )
}

function SignalChoice({ userId }: { userId: string }) {
  const { t } = useLingui()
  const [signals, setSignals] = useState(() => readSignals(userId))
  // Reads the settings again: they may have changed in another tab or during a permission prompt.
  const change = (changes: Partial<typeof signals>) => {
    const next = { ...readSignals(userId), ...changes }
    setSignals(next)
    storeSignals(userId, next)
  }
  const changeSound = (sound: boolean) => {
    if (sound) ring()
    change({ sound })
  }
  const changeNotice = async (notice: boolean) => {
    if (notice && !(await requestNotificationPermission())) {
      showToast({
        title: t`Notifications are off`,
        description: t`This browser blocks them. You can allow them in its settings for this site.`,
        variant: 'destructive',
      })
      return
    }
    change({ notice })
  }
  const choices = [
    { name: t`Ring`, isOn: signals.sound, onToggle: changeSound },
    { name: t`Notify`, isOn: signals.notice, onToggle: changeNotice },
  ]
  return (
    <fieldset className={css.signals}>
      <legend>{t`When time is up`}</legend>
      {choices.map(({ name, isOn, onToggle }) => (
        <label key={name}>
          <input
            className={check.check}
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => void onToggle(target.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
