import type { Config } from '#server/config/config.ts'
import { diskStorage } from './disk-storage.ts'
import type { MediaStorage } from './storage.ts'

/** The S3 client costs each process 14 MB and 50 ms at its start, so it is only loaded when needed. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<MediaStorage> {
  if (!s3) return diskStorage(dataDir)
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(s3)
}
