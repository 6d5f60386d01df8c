import type { Db } from '#server/db/connection.ts'

/** A file of media that goes along: its place in the zip, and its address on the site, or its name where it has none. */
export type ExportedMedia = { file: string; address: string }
export type Exported = object & { media?: ExportedMedia[] }

/**
 * One JSON file of the download: an object, or a list that is read bit by bit. What it tells is the member's alone:
 * no secrets, and of others no more than everybody can see.
 */
export type ExportEntry = {
  file: string
  read(db: Db, userId: string): Promise<Exported> | AsyncIterable<Exported>
}
