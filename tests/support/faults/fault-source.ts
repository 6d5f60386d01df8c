export type FaultCase = { failAt: number; fault: string }

/** Something that an action uses step by step, such as a database or a disk, each step of which can fail. */
export type FaultSource = {
  faultsOf(step: string): readonly string[]
  /** The statuses with which a request may be refused because of a fault. */
  refusalsOf(fault: string): readonly number[]
  /** Runs an action, with one of its steps failing. Returns the steps, and the one that failed if there are so many. */
  during<Result>(
    failing: FaultCase | undefined,
    run: () => Promise<Result>,
  ): Promise<{ result: Result; steps: string[]; failed: string | undefined }>
  close(): void
}

/** Numbers the steps of an action. */
export function watchSteps() {
  let current: { steps: string[]; failing: FaultCase | undefined; failed: string | undefined } | undefined
  return {
    /** Counts a step. Returns how it fails. */
    next(step: string) {
      if (!current) return undefined
      current.steps.push(step)
      if (current.steps.length !== current.failing?.failAt) return undefined
      current.failed = step
      return current.failing.fault
    },
    async during<Result>(failing: FaultCase | undefined, run: () => Promise<Result>) {
      const watched = { steps: [] as string[], failing, failed: undefined as string | undefined }
      current = watched
      try {
        return { result: await run(), steps: watched.steps, failed: watched.failed }
      } finally {
        current = undefined
      }
    },
  }
}
