import type * as contract from '#contract/oembed.ts'
import { call } from '#web/api/call.ts'
import { usePageData } from '#web/page/page-data.tsx'

const readEmbed = call<typeof contract.readEmbed>('GET', '/api/oembed')

/** Tells other sites where to ask how they can show this page (oEmbed). */
export function EmbedLink({ path, title }: { path: string; title: string }) {
  const { publicUrl } = usePageData().site
  const address = publicUrl + readEmbed.path({ query: { url: publicUrl + path } })
  return <link rel="alternate" type="application/json+oembed" title={title} href={address} />
}
