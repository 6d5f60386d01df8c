import { usePageData } from '#web/page/page-data.tsx'

/** Tells other sites where to ask how they can show this page (oEmbed). */
export function EmbedLink({ path, title }: { path: string; title: string }) {
  const { publicUrl } = usePageData().site
  const address = `${publicUrl}/api/oembed?url=${encodeURIComponent(publicUrl + path)}`
  return <link rel="alternate" type="application/json+oembed" title={title} href={address} />
}
