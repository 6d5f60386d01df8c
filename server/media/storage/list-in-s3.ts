import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'

export async function* listInS3({ client, bucket }: { client: S3Client; bucket: string }, prefix: string) {
  let from: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }),
    )
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key && LastModified) yield { key: Key, changedAt: LastModified }
    from = page.NextContinuationToken
  } while (from)
}
