import { msg } from '@lingui/core/runtime-macro'
import { ApiError } from './errors.ts'

export type ByteBudget = ReturnType<typeof createByteBudget>

type Reservation = {
  client: string
  bytes: number
  /** Aborts a body that is still arriving. False if it has arrived and is being processed. */
  abort: (error: ApiError) => boolean
}

/** Memory for requests, in total and per client. When it is full, the clients with the most give way. */
export function createByteBudget({ maxTotal, maxPerClient }: { maxTotal: number; maxPerClient: number }) {
  const usage = createByteCount()
  const reservations = new Set<Reservation>()

  function release(reservation: Reservation) {
    if (reservations.delete(reservation)) usage.add(reservation.client, -reservation.bytes)
  }

  function abortLargest({ client, bytes }: Reservation) {
    const ownBytes = usage.ofClient(client) + bytes
    for (const reservation of [...reservations].sort(
      (one, other) => usage.ofClient(other.client) - usage.ofClient(one.client),
    )) {
      if (usage.total() + bytes <= maxTotal) return
      if (usage.ofClient(reservation.client) > ownBytes && reservation.abort(totalLimitError())) release(reservation)
    }
  }

  /** Call before reading. Returns a function that releases the memory once. */
  return function reserve(reservation: Reservation): () => void {
    const { client, bytes } = reservation
    if (usage.ofClient(client) + bytes > maxPerClient)
      throw new ApiError('too_many_requests', clientLimitMessage, retryOptions)
    if (usage.total() + bytes > maxTotal) abortLargest(reservation)
    if (usage.total() + bytes > maxTotal) throw totalLimitError()
    reservations.add(reservation)
    usage.add(client, bytes)
    return () => release(reservation)
  }
}

export function createByteCount() {
  const bytesByClient = new Map<string, number>()
  let total = 0
  return {
    total: () => total,
    ofClient: (client: string) => bytesByClient.get(client) ?? 0,
    add(client: string, bytes: number) {
      const ownBytes = (bytesByClient.get(client) ?? 0) + bytes
      if (ownBytes > 0) bytesByClient.set(client, ownBytes)
      else bytesByClient.delete(client)
      total += bytes
    },
  }
}

const clientLimitMessage = msg`You are uploading too much at once. Please wait until some uploads are done, then try again.`
const totalLimitMessage = msg`Too many uploads are in progress right now. Please try again in a moment.`
const retryOptions = { retryAfter: 5 }
const totalLimitError = () => new ApiError('unavailable', totalLimitMessage, retryOptions)
