/** Prints what is being done, and for steps that took longer than a second how long. */
export function stepPrinter() {
  const start = performance.now()
  let current: { name: string; since: number } | undefined
  const finish = () => {
    if (!current) return
    const seconds = (performance.now() - current.since) / 1000
    if (seconds >= 1) console.info(`  ${current.name}: ${seconds.toFixed(1)} s`)
    current = undefined
  }
  return {
    next(name: string) {
      finish()
      console.info(`${name} …`)
      current = { name, since: performance.now() }
    },
    /** Seconds since the beginning; ends the last step. */
    total() {
      finish()
      return ((performance.now() - start) / 1000).toFixed(1)
    },
  }
}
