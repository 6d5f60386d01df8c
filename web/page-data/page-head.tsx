import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { usePageData } from './page-data.tsx'

type PageHeadProps = {
  title: string
  description: string
  path: string
  image?: { path: string; width?: number; height?: number; alt: string }
  type?: 'website' | 'article' | 'profile'
  hidden?: boolean
}

const siteImage = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: msg`One printed sheet, folded into a zine`,
}

export function PageHead(props: PageHeadProps) {
  const { title, description, path, hidden } = props
  const { addressIn } = useAddresses(path)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={addressIn()} />}
      {import.meta.env.SSR && !hidden && <Translations path={path} />}
      {import.meta.env.SSR && <LinkPreview {...props} />}
    </>
  )
}

/** The address of a page in its language, and in others. Its own address has the default language. */
function useAddresses(path: string) {
  const { site, language } = usePageData()
  const addressIn = (tag = language.tag) =>
    site.publicUrl + (tag === site.defaultLanguage ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${tag}`)
  return { addressIn, languages: site.languages, defaultLanguage: site.defaultLanguage }
}

/** Server only, as search engines read the served document. */
function Translations({ path }: { path: string }) {
  const { addressIn, languages, defaultLanguage } = useAddresses(path)
  if (languages.length === 0) return null
  return (
    <>
      <link rel="alternate" hrefLang="x-default" href={addressIn(defaultLanguage)} />
      {languages.map(({ tag }) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={addressIn(tag)} />
      ))}
    </>
  )
}

/** Server only: link previews read the served document, and React ignores other elements in the head. */
function LinkPreview({ title, description, path, image, type = 'website' }: PageHeadProps) {
  const { publicUrl } = usePageData().site
  const address = publicUrl + path
  const { i18n } = useLingui()
  const { path: imagePath, width, height, alt } = image ?? { ...siteImage, alt: i18n._(siteImage.alt) }
  const imageAddress = new URL(imagePath, publicUrl).href
  return (
    <>
      <meta property="og:site_name" content="Foldout" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={imageAddress} />
      {width && <meta property="og:image:width" content={String(width)} />}
      {height && <meta property="og:image:height" content={String(height)} />}
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={imageAddress} />
    </>
  )
}

export const usePagePath = () => useLocation().pathname
