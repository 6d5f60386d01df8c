import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { openDb } from '#server/db/connection.ts'
import { deleteZine } from '#server/zines/delete-zine.queries.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Member } from './members.ts'
import { nth } from './scenario.ts'
import { randomFrom } from './seed/random.ts'
import { Writers } from './seed/texts.ts'

export const descriptionWords = 200

/** Every so many publications one is searched for as soon as it is answered. */
const searchedEvery = 10

export type Made = { id: string; creatorId: string; title: string; word: string }
type Pace = { seconds: number; everyMs?: number }

/** Members who publish by the site's own interface, each one zine after the other. */
export class Publishers {
  readonly made: Made[] = []
  readonly latencies: number[] = []
  perSecond = 0
  failed = 0
  missed = 0
  readonly #pool: pg.Pool
  readonly #app: MeasuredProcess
  readonly #members: Member[]
  readonly #writers = new Writers(randomFrom(randomInt(1, 2 ** 31)))

  constructor(pool: pg.Pool, app: MeasuredProcess, members: Member[]) {
    this.#pool = pool
    this.#app = app
    this.#members = members
  }

  async publish({ seconds, everyMs = 0 }: Pace) {
    const uploads = await Promise.all(this.#members.map(({ userId }) => uploadFor(this.#pool, userId)))
    const start = performance.now()
    const until = start + seconds * 1000
    await Promise.all(
      this.#members.map(async (member, at) => {
        for (let turn = start + (everyMs * at) / this.#members.length; turn < until; ) {
          await sleep(Math.max(0, turn - performance.now()))
          await this.#publishOne(member, nth(uploads, at))
          uploads[at] = await uploadFor(this.#pool, member.userId)
          turn = Math.max(turn + everyMs, performance.now())
        }
      }),
    )
    this.perSecond = (this.made.length / (performance.now() - start)) * 1000
    await removeUploads(this.#pool, uploads)
  }

  async #publishOne({ userId: creatorId, cookie }: Member, hash: string) {
    const write = this.#writers.next()
    const word = wordOfItsOwn()
    const title = `${write(4)} ${word}`
    const zine = {
      title,
      description: write(descriptionWords),
      aspectRatio: '1:1',
      mediaFiles: [{ url: imageAddress(hash), altText: write(8) }],
    }
    const asked = performance.now()
    const answer = await fetch(`http://127.0.0.1:${this.#app.port}/api/zines`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(zine),
    })
    this.latencies.push(performance.now() - asked)
    const body = (await answer.json()) as { zine?: { id: string } }
    if (!body.zine) {
      this.failed += 1
      return
    }
    this.made.push({ id: body.zine.id, creatorId, title, word })
    if (this.made.length % searchedEvery === 0 && !(await finds(this.#app, word, body.zine.id)))
      this.missed += 1
  }
}

const letters = 'bcdfghjklmnpqrstvwxz'
/** Letters that no text has in a row. */
const wordOfItsOwn = () => Array.from(randomBytes(14), (byte) => letters[byte % letters.length]).join('')

/** An upload of its own for each: what is published twice is one zine. No file is there, and nobody asks for one. */
async function uploadFor(pool: pg.Pool, owner: string) {
  const hash = randomBytes(16).toString('hex')
  await pool.query(
    `insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
     values ($1, 'image', $2, 'webp', 800, 1000, 'data:,', 1000)`,
    [owner, hash],
  )
  return hash
}

/** Of those that were not published: what failed left its own. */
const removeUploads = (pool: pg.Pool, hashes: string[]) =>
  pool.query(
    `delete from media m where hash = any($1)
       and not exists (select from zine_pages p where p.media_id = m.id)`,
    [hashes],
  )

/** Whether this zine, and nothing else, is found by a text as it is. */
export async function finds({ port }: MeasuredProcess, text: string, id: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/search/zines?search=${encodeURIComponent(text)}`)
  const { zines, correction } = (await answer.json()) as { zines?: { id: string }[]; correction?: object }
  return !correction && zines?.length === 1 && zines[0]?.id === id
}

/** Removes what was published, some zines at a time. */
export async function removeZines(pool: pg.Pool, made: Made[]) {
  const db = openDb(pool)
  const left = [...made]
  const removeNext = async () => {
    for (let zine = left.pop(); zine; zine = left.pop()) {
      const { id, creatorId } = zine
      await db.transaction().execute((tx) => deleteZine(tx, id, creatorId))
    }
  }
  await Promise.all(Array.from({ length: 4 }, removeNext))
}
