import { ChevronUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { counted } from '#web/ui/number.ts'
import { digitsOf, spentTimeInWords } from '../shown-time.ts'
import css from './focus-timer.module.css'

export function Counter({ left }: { left: number }) {
  const [minutes, , seconds] = digitsOf(left)
  return (
    <div className={css.counter} role="timer">
      <span className="sr">{inWords(left)} left</span>
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

function inWords(left: number) {
  const seconds = Math.ceil(left / 1000)
  const rest = seconds % 60
  const minutes = seconds >= 60 || rest === 0 ? spentTimeInWords(Math.floor(seconds / 60)) : ''
  return [minutes, rest > 0 && `${rest} second${rest === 1 ? '' : 's'}`].filter(Boolean).join(' ')
}

type MinutesRunProps = { minutes: number; printed: number; isRunning: boolean }

export const MinutesRun = ({ minutes, printed, isRunning }: MinutesRunProps) => (
  <div>
    <div className={css.run} aria-hidden="true" style={{ '--in-row': perRow(minutes) } as CSSProperties}>
      {Array.from({ length: minutes }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are alike and never move
        <i key={index} className={lookOf(index, printed, isRunning)} />
      ))}
    </div>
    <p className="meta">
      {isRunning
        ? `${printed} of ${counted(minutes, 'minute')} printed`
        : `${counted(minutes, 'minute')} to print`}
    </p>
  </div>
)

const perRow = (minutes: number) => (minutes <= 25 ? minutes : Math.ceil(minutes / Math.ceil(minutes / 30)))

function lookOf(index: number, printed: number, isRunning: boolean) {
  if (index < printed) return css.in
  return isRunning && index === printed ? css.now : undefined
}

type FoldButtonProps = { left: number; isOpen: boolean; onFold: () => void }

export const FoldButton = ({ left, isOpen, onFold }: FoldButtonProps) => (
  <button type="button" className={css.fold} aria-expanded={isOpen} onClick={onFold}>
    <span className="sr">{isOpen ? 'Minimize the timer' : 'Open the timer'}, </span>
    {digitsOf(left)}
    <ChevronUp className="ico" aria-hidden="true" />
  </button>
)
