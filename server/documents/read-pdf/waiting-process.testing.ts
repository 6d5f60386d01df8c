/** Stands where a reader would that has to wait for its turn, because the machine has much to do. */
import { setTimeout as pause } from 'node:timers/promises'

await pause(1_000)
console.info(JSON.stringify({ refused: 'locked' }))
