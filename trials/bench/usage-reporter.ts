/** Loaded before the measured program. Reports the memory and CPU time of the process to the bench on request. */
export type Usage = { maxRssMb: number; cpuMs: number }

let maxRss = 0

/** Sampled here, because the system's maximum includes the parent's memory at the time of the fork. */
const sampleMemory = () => {
  maxRss = Math.max(maxRss, process.memoryUsage.rss())
}
setInterval(sampleMemory, 100).unref()

process.on('message', (message) => {
  if (message !== 'usage') return
  sampleMemory()
  const { user, system } = process.cpuUsage()
  const usage: Usage = { maxRssMb: maxRss / 1024 / 1024, cpuMs: (user + system) / 1000 }
  process.send?.({ usage })
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
