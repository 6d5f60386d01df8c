/** How often, in milliseconds, it is looked whether npm is still there. */
const lookEvery = 500

/**
 * Aborts when the command is told to end or nobody waits for it any more: on SIGHUP, SIGINT and SIGTERM, and when the npm
 * that started it has ended, which does not pass SIGHUP on. A second signal ends the process at once.
 */
export function abortOnHangUp(): AbortSignal {
  const leaving = new AbortController()
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, () => leaving.abort(signal))
  if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid
    setInterval(() => process.ppid !== npm && leaving.abort('SIGHUP'), lookEvery).unref()
  }
  return leaving.signal
}
