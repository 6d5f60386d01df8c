import { hostname } from 'node:os'

/** A line of the log, for what is said before there is a logger: JSON, or plain text in a terminal. */
export const sayLine = (msg: string, level: 30 | 40 = 30) =>
  console.info(
    process.stdout.isTTY
      ? msg
      : JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg }),
  )

/** Says once, on the screen, what it means that root runs the site. */
export function warnOfRoot() {
  if (process.getuid?.() === 0) sayLine(runsAsRoot, 40)
}

const runsAsRoot =
  'Foldout runs as root, so a weakness in it would give away this whole machine: start it as an ordinary user.'
