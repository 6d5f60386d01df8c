import type { CSSProperties } from 'react'
import { counted } from '#web/ui/number.ts'

type MinutesRunProps = { minutes: number; printed: number; isRunning: boolean }

/** One box per minute, inked as they pass, and the same in words. */
export const MinutesRun = ({ minutes, printed, isRunning }: MinutesRunProps) => (
  <div>
    <div className="run" aria-hidden="true" style={{ '--in-row': perRow(minutes) } as CSSProperties}>
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

/** Rows that are all of one length. */
const perRow = (minutes: number) => (minutes <= 25 ? minutes : Math.ceil(minutes / Math.ceil(minutes / 30)))

function lookOf(index: number, printed: number, isRunning: boolean) {
  if (index < printed) return 'in'
  return isRunning && index === printed ? 'now' : undefined
}
