import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'

export async function* listInS3({ client, bucket }: { client: S3Client; bucket: string }, prefix: string) {
  let continuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: continuationToken }),
    )
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key && LastModified) yield { key: Key, changedAt: LastModified }
    continuationToken = page.NextContinuationToken
  } while (continuationToken)
}
