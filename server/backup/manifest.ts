import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { RefusedBackup } from './refused-backup.ts'

const bytes = z.number().int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** These names end up in SQL and paths, so a manifest from any source may only contain plain names. */
const plainName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const keptFile = z.object({ bytes, sha256 })
const table = keptFile.extend({ name: plainName, columns: z.array(plainName).min(1), rows: bytes })

/** A backup's description. It is written last, so a backup with a manifest is complete. */
const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  site: z.string(),
  schema: z.string(),
  postgres: z.string(),
  tables: z.array(table),
  jobs: keptFile.extend({ rows: bytes }),
  /** `list` has the name, size and SHA-256 of each file; `missing` are files that rows use and the site did not have. */
  media: z.object({ list: keptFile, files: bytes, bytes, missing: z.array(z.string()) }),
  /** Absent if the secret is a setting. */
  secret: keptFile.optional(),
  pages: z.array(keptFile.extend({ name: z.string().regex(/^[\w-]{1,64}\.md$/) })),
})

export type Manifest = z.infer<typeof manifest>
export type KeptFile = z.infer<typeof keptFile>
export type KeptTable = z.infer<typeof table>

export function readManifest(text: string, path: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new RefusedBackup(`${path} is damaged, so this backup cannot be used.`)
  }
}

/** Digests of the site's secrets identify the site, so backups continue after a restore or a changed secret. */
export const siteMarks = ({ secrets }: { secrets: string[] }) =>
  secrets.map((secret) => createHmac('sha256', secret).update('foldout backup').digest('hex').slice(0, 32))
