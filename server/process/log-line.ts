import { hostname } from 'node:os'

let isText = process.stdout.isTTY

/** A command calls this if its output is for people, also where it is no terminal. */
export const logAsText = () => {
  isText = true
}

/** Logs before the application exists, or outside of it, in the application's format. */
export const logLine = (msg: string, level: 30 | 40 = 30, details: object = {}) =>
  console.info(
    isText ? msg : JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), ...details, msg }),
  )

/** Logs Node’s warnings in one line each. Node would print them as text. */
export function logProcessWarnings() {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack }) => logLine(`${name}: ${message}`, 40, { stack }))
}

export function warnOfRoot() {
  if (process.getuid?.() === 0) logLine(rootWarning, 40)
}

const rootWarning =
  'Foldout is running as root, so a vulnerability could expose the whole machine. Start it as an ordinary user.'
