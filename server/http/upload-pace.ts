import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '#contract/errors.ts'
import { errorBody, refuse } from './errors.ts'
import { lowestRates, type Timeouts } from './request-bounds.ts'

const looksPerIdle = 6
/** The rate is measured over this many idle timeouts, usually a minute. */
const idlesPerWindow = 2

/** Ends an upload that stalls or is too slow. Counts the bytes of the connection, since tus must read the stream. */
export function keepPace({ raw }: FastifyRequest, reply: FastifyReply, { idle }: Pick<Timeouts, 'idle'>) {
  let marks = [raw.socket.bytesRead]
  const look = () => {
    if (raw.complete || raw.destroyed) return clearInterval(timer)
    // Unread data arrived in time, so the server is the slow side.
    if (raw.readableLength > 0) marks = []
    marks = [...marks, raw.socket.bytesRead].slice(-(looksPerIdle * idlesPerWindow + 1))
    if (!isTooSlow(marks, idle)) return
    clearInterval(timer)
    endWithWord(reply)
  }
  const timer = setInterval(look, idle / looksPerIdle).unref()
}

type ReadingPace = Pick<Timeouts, 'idle'> & { isWaitingForUs: () => boolean }

export function keepReadingPace({ raw }: FastifyRequest, answer: Readable, pace: ReadingPace) {
  let marks: number[] = []
  const look = () => {
    if (pace.isWaitingForUs()) marks = []
    marks = [...marks, raw.socket.bytesWritten].slice(-(looksPerIdle * idlesPerWindow + 1))
    if (isTooSlow(marks, pace.idle, lowestRates.download))
      answer.destroy(new Error('The client reads the response below the minimum rate.'))
  }
  const timer = setInterval(look, pace.idle / looksPerIdle).unref()
  answer.once('close', () => clearInterval(timer))
}

/** `marks` are the bytes received or sent at each check, latest last. `rate` is in bytes per second. */
export function isTooSlow(marks: number[], idle: number, rate = lowestRates.upload) {
  const last = marks.at(-1) ?? 0
  if (last === marks.at(-1 - looksPerIdle)) return true
  const isWholeWindow = marks.length > looksPerIdle * idlesPerWindow
  const seconds = (idle * idlesPerWindow) / 1000
  return isWholeWindow && last - (marks[0] ?? 0) < rate * seconds
}

/** Fastify no longer controls the response. Closing the connection ends the upload like a lost connection. */
function endWithWord({ raw, request }: FastifyReply) {
  if (raw.headersSent) return void request.raw.destroy()
  raw.writeHead(errorStatus.timed_out, {
    ...{ connection: 'close', 'content-type': 'application/json; charset=utf-8' },
  })
  raw.end(JSON.stringify(errorBody(refuse('timed_out', tooSlow), request.id)))
}

const tooSlow = 'The upload stalled. It can resume from where it stopped.'
