import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/site-pages.ts'
import { call } from '#web/api/call.ts'
import { optionalItemQuery } from '#web/api/find-query.ts'
import { NotFound } from '#web/not-found/not-found.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import css from './site-page-view.module.css'

const readSitePage = call<typeof contract.readSitePage>('GET', '/api/site-pages/:name')

export const sitePageQuery = (name: contract.SitePageName, language: string) =>
  optionalItemQuery(readSitePage, { params: { name }, query: { language } })

export function SitePageView({ name }: { name: contract.SitePageName }) {
  const { t, i18n } = useLingui()
  const { data: page, isError, refetch } = useQuery(sitePageQuery(name, i18n.locale))
  if (page === null) return <NotFound />
  return (
    <main id="main" className={`wrap ${css.page}`}>
      {page ? (
        <Text name={name} page={page} />
      ) : (
        <LoadState loadingText={t`Loading the page`} isError={isError} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const descriptions: Record<contract.SitePageName, MessageDescriptor> = {
  rules: msg`What is welcome here, and what is not.`,
  privacy: msg`What this site stores about you, and for how long.`,
  imprint: msg`Who runs this site.`,
}

function Text({ name, page }: { name: contract.SitePageName; page: contract.SitePage }) {
  const { t } = useLingui()
  return (
    <article dir="auto" lang={page.language}>
      <PageHead title={`${page.title} · Foldout`} description={t(descriptions[name])} path={`/${name}`} />
      <h1>{page.title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it of Markdown in which HTML is text */}
      <div className={css.text} dangerouslySetInnerHTML={{ __html: page.html }} />
    </article>
  )
}
