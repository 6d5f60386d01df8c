import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

const bytes = z.number().int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** These names end up in SQL and paths, so a manifest from any source may only contain plain names. */
const plainName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const fileDigest = z.object({ bytes, sha256 })
const tableEntry = fileDigest.extend({ name: plainName, columns: z.array(plainName).min(1), rows: bytes })

/** A backup's description. It is written last, so a backup with a manifest is complete. */
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  site: z.string(),
  schema: z.string(),
  postgres: z.string(),
  tables: z.array(tableEntry),
  jobs: fileDigest.extend({ rows: bytes }),
  /** `list` has the name, size and SHA-256 of each file; `missing` are files that rows use and the site did not have. */
  media: z.object({ list: fileDigest, files: bytes, bytes, missing: z.array(z.string()) }),
  /** Absent if the secret is a setting. */
  secret: fileDigest.optional(),
  pages: z.array(fileDigest.extend({ name: z.string().regex(/^[\w-]{1,64}\.md$/) })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type FileDigest = z.infer<typeof fileDigest>
export type TableEntry = z.infer<typeof tableEntry>

export function readManifest(text: string, path: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new BackupError(`${path} is damaged, so this backup cannot be used.`)
  }
}

/** Digests of the site's secrets identify the site, so backups continue after a restore or a changed secret. */
export const siteFingerprints = ({ secrets }: { secrets: string[] }) =>
  secrets.map((secret) => createHmac('sha256', secret).update('foldout backup').digest('hex').slice(0, 32))
