import type * as contract from '#contract/oembed.ts'
import { call } from '#web/api/call.ts'
import { usePageData } from './page-data.tsx'

export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json" {...inlineJson({ '@context': 'https://schema.org', ...data })} />
)

const inlineJson = (data: object) => ({
  dangerouslySetInnerHTML: { __html: JSON.stringify(data).replaceAll('<', '\\u003c') },
})

const readEmbed = call<typeof contract.readEmbed>('GET', '/api/oembed')

export function EmbedLink({ path, title }: { path: string; title: string }) {
  const { publicUrl } = usePageData().site
  const address = publicUrl + readEmbed.path({ query: { url: publicUrl + path } })
  return <link rel="alternate" type="application/json+oembed" title={title} href={address} />
}
