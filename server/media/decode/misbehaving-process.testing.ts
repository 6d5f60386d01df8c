/** Simulates a decoder taken over by a hostile file, which does what `sha256` says instead of its task. */
import type { DecodeTask } from './decode-task.ts'
import { readTask } from './read-task.ts'

const { sha256 } = readTask<DecodeTask>()

if (sha256 === 'stall') while (process.pid);
if (sha256 === 'flood') while (process.pid) process.stdout.write('x'.repeat(65_536))
if (sha256 === 'grow') while (process.pid) allocateMore().fill(1)

if (sha256 === 'stopped') process.kill(process.pid, 'SIGTERM')
while (sha256 === 'stopped');

const decoded = { extension: 'webp', hash: '../../../secret', width: 1, height: 1, placeholder: '' }
console.info(JSON.stringify({ decoded }))

const allocated: Buffer[] = []
function allocateMore() {
  const block = Buffer.alloc(64 * 1024 * 1024)
  allocated.push(block)
  return block
}
