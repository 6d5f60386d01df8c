/** Loaded before the program that is measured: tells the bench, when asked, what the process has used so far. */
export type Usage = { maxRssMb: number; cpuMs: number }

let maxRss = 0

/** Looked at by ourselves: the system's own maximum counts the parent's memory at the time of the fork as well. */
const look = () => {
  maxRss = Math.max(maxRss, process.memoryUsage.rss())
}
setInterval(look, 100).unref()

process.on('message', (message) => {
  if (message !== 'usage') return
  look()
  const { user, system } = process.cpuUsage()
  const usage: Usage = { maxRssMb: maxRss / 1024 / 1024, cpuMs: (user + system) / 1000 }
  process.send?.({ usage })
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
