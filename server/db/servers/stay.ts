import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Server, takesNoWrites } from './ask-server.ts'

/** In milliseconds: how often a server is asked whether it is still the one, and how long it may say nothing. */
export type Pulse = { every: number; silence: number }

type Staying = Pulse & { clients(): Iterable<pg.Client>; signal: AbortSignal }

/** A silence is measured in so many parts: a process that was busy itself for long has only missed one of them. */
const parts = 6

/** Until the server is gone, says nothing any more or takes no writes; answers which of them. */
export async function staysTheOne({ client }: Server, staying: Staying): Promise<string> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, staying.signal])
  client.once('end', () => over.abort())
  while (!signal.aborted) {
    const asked = client.query(`select ${takesNoWrites}`).then(
      ({ rows }) => (rows[0].takesNoWrites ? 'takes no writes any more' : ''),
      () => 'is gone',
    )
    const answer = await Promise.race([asked, isSilent(asked, staying)])
    if (answer) return answer
    await pause(staying.every, undefined, { signal }).catch(() => undefined)
  }
  return 'is gone'
}

/** Other connections may hear of it while this one waits for its turn on a busy machine: then it is not silent, for a while. */
async function isSilent(asked: Promise<string>, { silence, clients }: Staying) {
  let [isAnswered, heard] = [false, heardOn(clients())]
  void asked.then(() => {
    isAnswered = true
  })
  for (let part = 0, all = 0; part < parts && all < 10 * parts && !isAnswered; part++, all++) {
    await Promise.race([asked, pause(silence / parts)])
    const now = heardOn(clients())
    if (now > heard) part = 0
    heard = now
  }
  return isAnswered ? asked : 'does not answer'
}

/** Bytes that came from the server so far, on whatever connection. */
function heardOn(clients: Iterable<pg.Client>) {
  let bytes = 0
  for (const { connection } of clients) bytes += (connection.stream as Socket).bytesRead
  return bytes
}
