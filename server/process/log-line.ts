import { hostname } from 'node:os'

export const logLine = (msg: string, level: 30 | 40 = 30) =>
  console.info(
    process.stdout.isTTY
      ? msg
      : JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg }),
  )

export function warnOfRoot() {
  if (process.getuid?.() === 0) logLine(rootWarning, 40)
}

const rootWarning =
  'Foldout is running as root, so a vulnerability could expose the whole machine. Start it as an ordinary user.'
