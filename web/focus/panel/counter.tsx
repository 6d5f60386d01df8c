import { ChevronUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { formatCount } from '#web/ui/number.ts'
import { formatDigits, formatMinutesInWords } from '../format-time.ts'
import css from './focus-timer.module.css'

export function Counter({ remainingMs }: { remainingMs: number }) {
  const [minutes, , seconds] = formatDigits(remainingMs)
  return (
    <div className={css.counter} role="timer">
      <span className="sr">{formatRemaining(remainingMs)} left</span>
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
  const minutes = seconds >= 60 || remainder === 0 ? formatMinutesInWords(Math.floor(seconds / 60)) : ''
  return [minutes, remainder > 0 && `${remainder} second${remainder === 1 ? '' : 's'}`].filter(Boolean).join(' ')
}

type MinutesRunProps = { minutes: number; elapsedMinutes: number; isRunning: boolean }

export const MinutesRun = ({ minutes, elapsedMinutes, isRunning }: MinutesRunProps) => (
  <div>
    <div className={css.run} aria-hidden="true" style={{ '--in-row': perRow(minutes) } as CSSProperties}>
      {Array.from({ length: minutes }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are alike and never move
        <i key={index} className={minuteClass(index, elapsedMinutes, isRunning)} />
      ))}
    </div>
    <p className="meta">
      {isRunning ? `${elapsedMinutes} of ${formatCount(minutes, 'minute')} done` : formatCount(minutes, 'minute')}
    </p>
  </div>
)

const perRow = (minutes: number) => (minutes <= 25 ? minutes : Math.ceil(minutes / Math.ceil(minutes / 30)))

function minuteClass(index: number, elapsedMinutes: number, isRunning: boolean) {
  if (index < elapsedMinutes) return css.elapsed
  return isRunning && index === elapsedMinutes ? css.current : undefined
}

type FoldButtonProps = { remainingMs: number; isOpen: boolean; onFold: () => void }

export const FoldButton = ({ remainingMs, isOpen, onFold }: FoldButtonProps) => (
  <button type="button" className={css.fold} aria-expanded={isOpen} onClick={onFold}>
    <span className="sr">{isOpen ? 'Minimize the timer' : 'Open the timer'}, </span>
    {formatDigits(remainingMs)}
    <ChevronUp className="ico" aria-hidden="true" />
  </button>
)
