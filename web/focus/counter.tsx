import { spentTimeInWords } from '#web/focus/spent-time.ts'
import { digitsOf } from './title-time.ts'

/** Four split digits of a press counter. Readers are told when they ask, not with every second. */
export function Counter({ left }: { left: number }) {
  const [minutes, , seconds] = digitsOf(left)
  return (
    <div className="counter" role="timer">
      <span className="sr">{inWords(left)} left</span>
      <span className="digits" aria-hidden="true">
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
