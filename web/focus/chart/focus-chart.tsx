import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FocusDay } from '#contract/focus-sessions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { focusDaysQuery } from '../focus-calls.ts'
import { spentTime } from '../shown-time.ts'
import css from './focus-chart.module.css'
import { dayInWords, fourWeeks, ownTimeZone } from './focus-days.ts'

type FocusChartProps = { userId: string; projectId?: string; title: string }

export function FocusChart({ userId, projectId, title }: FocusChartProps) {
  const id = useId()
  const timeZone = ownTimeZone()
  const { data, isError, refetch } = useQuery(focusDaysQuery(userId, { timeZone, projectId }))
  const days = data && fourWeeks(data.days, data.today)
  return (
    <section className={css.weeks} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {days && <Weeks days={days} />}
      {!days && !isError && (
        <p className="meta" role="status">
          Loading...
        </p>
      )}
      {!days && isError && (
        <p className="error">
          The minutes could not be loaded.
          <Button look="second" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </section>
  )
}

function Weeks({ days }: { days: FocusDay[] }) {
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)
  const best = days.reduce((most, day) => (day.minutes > most.minutes ? day : most))
  if (total === 0) return <p className="meta">No minutes in the last four weeks.</p>
  return (
    <>
      <p className="meta">
        {spentTime(total)} in all. Fullest day: {dayInWords(best.day)}, {spentTime(best.minutes)}.
      </p>
      <Bars days={days} most={best.minutes} />
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Minutes</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, minutes }) => (
              <tr key={day}>
                <th scope="row">{dayInWords(day)}</th>
                <td>{minutes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const height = 60
const width = 10

function Bars({ days, most }: { days: FocusDay[]; most: number }) {
  const wide = days.length * width
  return (
    <>
      <svg
        className={css.bars}
        viewBox={`0 0 ${wide} ${height + 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, minutes }, index) => {
          const tall = minutes === 0 ? 1.5 : Math.max(3, (minutes / most) * height)
          return (
            <rect
              key={day}
              className={minutes === 0 ? css.none : undefined}
              x={index * width + 1.5}
              y={height - tall}
              width={width - 3}
              height={tall}
            >
              <title>{`${dayInWords(day)}: ${spentTime(minutes)}`}</title>
            </rect>
          )
        })}
        <rect className={css.ledge} x="0" y={height} width={wide} height="2" />
      </svg>
      <p className={css.span} aria-hidden="true">
        <span>{dayInWords(days[0]?.day ?? '')}</span>
        <span>today</span>
      </p>
    </>
  )
}
