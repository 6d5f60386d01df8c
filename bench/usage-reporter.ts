/** Loaded before the program that is measured: tells the bench, when asked, what the process has used so far. */
export type Usage = { maxRssMb: number; cpuMs: number }

process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const usage: Usage = { maxRssMb: process.resourceUsage().maxRSS / 1024, cpuMs: (user + system) / 1000 }
  process.send?.({ usage })
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
