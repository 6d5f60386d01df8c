import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system gives to whoever connects, so that a part that was killed finds its own free again. */
const [lowest, highest] = [15_000, 32_000]

/** So many ports of this machine that nothing listens on at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number) {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
