type Stoppable = { stop(): Promise<void> }
type Log = { info(details: object, message: string): void }

/** Runs the steps once and in order. The database closes last. */
export function stopInOrder(...steps: (() => Promise<unknown>)[]) {
  let stopped: Promise<void> | undefined
  const run = async () => {
    for (const step of steps) await step()
  }
  return () => (stopped ??= run())
}

/** Stops the process in order on SIGTERM and SIGINT. A second signal exits immediately. */
export function stopOnSignals(foldout: Stoppable & { app?: { log: Log } }) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      foldout.app?.log.info({ signal }, 'stopping')
      stopAndExit(foldout)
    })
  }
}

/** In milliseconds. Enough to end all requests and jobs and then the database, within a minute. */
const stopTimeoutMs = 55_000

export function stopAndExit({ stop }: Stoppable) {
  setTimeout(() => process.exit(1), stopTimeoutMs).unref()
  void stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

const checkIntervalMs = 500

/** Aborts on SIGHUP, SIGINT, SIGTERM or when npm ends. A second signal exits immediately. */
export function abortOnHangUp(): AbortSignal {
  const controller = new AbortController()
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, () => controller.abort(signal))
  if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid
    setInterval(() => process.ppid !== npm && controller.abort('SIGHUP'), checkIntervalMs).unref()
  }
  return controller.signal
}
