import { sayLine } from './say-line.ts'

/** Says once, on the screen, what it means that root runs the site. */
export function warnOfRoot() {
  if (process.getuid?.() === 0) sayLine(runsAsRoot, 40)
}

const runsAsRoot =
  'Foldout runs as root, so a weakness in it would give away this whole machine: start it as an ordinary user.'
