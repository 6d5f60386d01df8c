import { hostname } from 'node:os'

let isText = process.stdout.isTTY

/** For a command whose output is for people, also where it is no terminal. */
export const logAsText = () => {
  isText = true
}

export const logLine = (msg: string, level: 30 | 40 = 30) =>
  console.info(isText ? msg : JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg }))

export function warnOfRoot() {
  if (process.getuid?.() === 0) logLine(rootWarning, 40)
}

const rootWarning =
  'Foldout is running as root, so a vulnerability could expose the whole machine. Start it as an ordinary user.'
