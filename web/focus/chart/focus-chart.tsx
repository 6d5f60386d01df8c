import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FocusDay } from '#contract/focus-sessions.ts'
import { browserTimeZone } from '#web/browser/browser-time-zone.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { focusDaysQuery } from '../focus-calls.ts'
import { formatMinutes } from '../format-time.ts'
import css from './focus-chart.module.css'
import { fillDays, nameOfDay } from './focus-days.ts'

type FocusChartProps = { userId: string; projectId?: string; title: string }

export function FocusChart({ userId, projectId, title }: FocusChartProps) {
  const { t } = useLingui()
  const id = useId()
  const timeZone = browserTimeZone()
  const { data, isError, refetch } = useQuery(focusDaysQuery(userId, { timeZone, projectId }))
  const days = data && fillDays(data.days, data.today)
  return (
    <section className={css.weeks} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {days && <Weeks days={days} />}
      {!days && !isError && <p className="meta" role="status">{t`Loading…`}</p>}
      {!days && isError && (
        <p className="error">
          {t`Your focus time could not be loaded.`}
          <Button look="second" size="small" onClick={() => void refetch()}>{t`Try again`}</Button>
        </p>
      )}
    </section>
  )
}

function Weeks({ days }: { days: FocusDay[] }) {
  const { t } = useLingui()
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)
  const longestDay = days.reduce((longest, day) => (day.minutes > longest.minutes ? day : longest))
  if (total === 0) return <p className="meta">{t`No focus time in the last four weeks.`}</p>
  return (
    <>
      <p className="meta">
        <Trans>
          {ph({ total: formatMinutes(total) })} in total. Longest day: {ph({ day: nameOfDay(longestDay.day) })},{' '}
          {ph({ minutes: formatMinutes(longestDay.minutes) })}.
        </Trans>
      </p>
      <Bars days={days} maxMinutes={longestDay.minutes} />
      <details>
        <summary>{t`Show as a table`}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Day`}</th>
              <th scope="col">{t`Minutes`}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, minutes }) => (
              <tr key={day}>
                <th scope="row">{nameOfDay(day)}</th>
                <td>{minutes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const chartHeight = 60
const barWidth = 10

function Bars({ days, maxMinutes }: { days: FocusDay[]; maxMinutes: number }) {
  const { t } = useLingui()
  const chartWidth = days.length * barWidth
  return (
    <>
      <svg
        className={css.bars}
        viewBox={`0 0 ${chartWidth} ${chartHeight + 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, minutes }, index) => {
          const barHeight = minutes === 0 ? 1.5 : Math.max(3, (minutes / maxMinutes) * chartHeight)
          return (
            <rect
              key={day}
              className={minutes === 0 ? css.emptyBar : undefined}
              x={index * barWidth + 1.5}
              y={chartHeight - barHeight}
              width={barWidth - 3}
              height={barHeight}
            >
              <title>{`${nameOfDay(day)}: ${formatMinutes(minutes)}`}</title>
            </rect>
          )
        })}
        <rect className={css.ledge} x="0" y={chartHeight} width={chartWidth} height="2" />
      </svg>
      <p className={css.axisLabels} aria-hidden="true">
        <span>{nameOfDay(days[0]?.day ?? '')}</span>
        <span>{t`today`}</span>
      </p>
    </>
  )
}
