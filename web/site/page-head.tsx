import { usePageData } from '#web/page-data.tsx'

type PageHeadProps = {
  title: string
  description: string
  /** The one address of this page, without the site's. */
  path: string
  /** Shown where somebody posts a link; an address on this site. */
  image?: { path: string; width?: number; height?: number; alt: string }
  type?: 'website' | 'article' | 'profile'
  /** For pages that search engines should leave alone. */
  hidden?: boolean
}

const siteImage = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'One printed sheet, folded into a zine',
}

/** Title, description and what a link to the page looks like elsewhere. React moves these into the head. */
export function PageHead({
  title,
  description,
  path,
  image = siteImage,
  type = 'website',
  hidden,
}: PageHeadProps) {
  const { publicUrl } = usePageData().site
  const address = publicUrl + path
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:site_name" content="Foldout" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(image.path, publicUrl).href} />
      {image.width && <meta property="og:image:width" content={String(image.width)} />}
      {image.height && <meta property="og:image:height" content={String(image.height)} />}
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={new URL(image.path, publicUrl).href} />
    </>
  )
}
