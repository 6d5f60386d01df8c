import { LRUCache } from 'lru-cache'
import type { DrawnParts } from './drawn-once.tsx'

const mostBytes = 3 * 1024 * 1024
/** Of two bytes a letter, and with what the cache itself needs. */
const bytesOf = (html: string, from: string) => 2 * (html.length + from.length) + 200

/** By all that they were drawn from, so they are never old, and nobody's who would see something else. */
const kept = new LRUCache<string, string>({ maxSize: mostBytes, sizeCalculation: bytesOf })

/** What was written by anybody has no `<`, and our own text no such element. */
const places = /<drawn-(\d+)>(.*?)<\/drawn-\d+>/gs

/** The parts of one document: those that are known stand in it as empty elements until it is filled. */
export class DocumentParts implements DrawnParts {
  readonly #parts: { from: string; html: string | undefined }[] = []

  place(from: string) {
    const html = kept.get(from)
    const at = this.#parts.push({ from, html }) - 1
    return { name: `drawn-${at}`, isDrawn: html !== undefined }
  }

  /** The document as it would be without any. */
  fill(document: string) {
    return document.replaceAll(places, (_place, at: string, drawn: string) => {
      const part = this.#parts[Number(at)]
      if (part?.html !== undefined) return part.html
      if (part) kept.set(part.from, copied(drawn))
      return drawn
    })
  }
}

/** A piece of a text would keep all of it in memory. */
const copied = (text: string) => Buffer.from(text).toString()
