type Stoppable = { stop(): Promise<void> }
type Log = { info(details: object, message: string): void }

/** Requests in flight are answered before the jobs stop, and the jobs before the database goes. */
export function inOrder(...steps: (() => Promise<unknown>)[]) {
  let stopping: Promise<void> | undefined
  const run = async () => {
    for (const step of steps) await step()
  }
  return () => (stopping ??= run())
}

/** Ends the process in order on SIGTERM and SIGINT; a second signal ends it at once. */
export function stopOnSignals(foldout: Stoppable & { app?: { log: Log } }) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      foldout.app?.log.info({ signal }, 'stopping')
      stopAndExit(foldout)
    })
  }
}

/** In milliseconds: time to cut what is open, to end what was being done for it, and to close the database. */
const longestStop = 45_000

export function stopAndExit({ stop }: Stoppable) {
  setTimeout(() => process.exit(1), longestStop).unref()
  void stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

const lookEvery = 500

/** Aborts on SIGHUP, SIGINT, SIGTERM or when npm ends. A second signal exits immediately. */
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
