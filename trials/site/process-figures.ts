import { readdirSync, readFileSync } from 'node:fs'
import { commandLineOf } from '#server/db/embedded/pid-file.ts'

/** What the kernel says of a process and of those it started that run the same program. */
export type ProcessFigures = { rssMb: number; peakMb: number; handles: number }

const nothing: ProcessFigures = { rssMb: 0, peakMb: 0, handles: 0 }

export const processFigures = (pid: number) =>
  [pid, ...descendants(pid).filter(isApp)].map(figuresOf).reduce(
    (sum, one) => ({
      rssMb: sum.rssMb + one.rssMb,
      peakMb: sum.peakMb + one.peakMb,
      handles: sum.handles + one.handles,
    }),
    nothing,
  )

const isApp = (pid: number) => /server\/main|site-without-pages/.test(commandLineOf(pid))

function figuresOf(pid: number): ProcessFigures {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
    const handles = readdirSync(`/proc/${pid}/fd`).length
    return { rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM'), handles }
  } catch {
    return nothing
  }
}

/** Everything a process has started, and what that has started. */
export function descendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return children.flatMap((child) => [child, ...descendants(child)])
  } catch {
    return []
  }
}
