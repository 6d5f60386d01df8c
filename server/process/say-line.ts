import { hostname } from 'node:os'

/** A line of the log, for what is said before there is a logger: JSON, or plain text in a terminal. */
export const sayLine = (msg: string, level: 30 | 40 = 30) =>
  console.info(
    process.stdout.isTTY
      ? msg
      : JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg }),
  )
