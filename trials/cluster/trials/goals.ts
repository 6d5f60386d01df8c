import type { Figures, Side } from '#trials/cluster/people/meter.ts'
import type { Goal } from './trial.ts'

/** At most such a share of a side's answers may have failed. */
export const failsAtMost =
  (share: number, ...sides: Side[]): Goal =>
  (figures) =>
    sides.flatMap((side) => {
      const { requests, failures } = figures[side]
      return failures.length <= requests * share
        ? []
        : [`${failures.length} of ${requests} requests of ${side} failed, such as ${failures[0]}`]
    })

/** At most so many, one for each that was at work when it happened. */
export const failsTimes =
  (most: number, side: Side): Goal =>
  (figures) => {
    const { failures } = figures[side]
    return failures.length <= most
      ? []
      : [`${failures.length} requests of ${side} failed, such as ${failures.at(-1)}`]
  }

export const servedAgainWithin =
  (seconds: number, ...sides: Side[]): Goal =>
  (figures) =>
    sides.flatMap((side) =>
      figures[side].gap <= seconds * 1000
        ? []
        : [`no request of ${side} was answered for ${(figures[side].gap / 1000).toFixed(1)} s`],
    )

export const all =
  (...goals: Goal[]): Goal =>
  (figures: Figures) =>
    goals.flatMap((goal) => goal(figures))
