/** Simulates a reader that has to wait for CPU time on a busy machine. */
import { setTimeout as pause } from 'node:timers/promises'

await pause(1_000)
console.info(JSON.stringify({ refused: 'locked' }))
