import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, Link as RouterLink, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Link } from '#web/ui/controls/link.tsx'

async function renderLink(component: typeof RouterLink, link: { to: string; mask?: string }) {
  const linkElement = () => createElement(component, { className: 'a', 'aria-label': 'b', ...link }, 'words')
  const { dataRoutes, query } = createStaticHandler([{ path: '/here/*', Component: linkElement }])
  const context = await query(new Request('http://page/here/there?tab=x'))
  if (context instanceof Response) throw new Error('Pages do not redirect')
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}

const ids = '0192efd6-f33b-7d11-b0df-1478eea2efdb'
const pages = `/ /about /profile/${ids} /profile/${ids}/series/some-thing /about#counting /?tab=creators`
const otherAddresses = `/?q=%22moths%22+dust&kind=comic /zine/${ids}/read?page=2 /a_b/c /about/ /about? /about#`
const oddAddresses = '/a//b /a/../b /a/./b /é /?q=é"<& //elsewhere /\\elsewhere there ../up . ?tab=y #there'
const externalAddresses = 'https://elsewhere.example/a mailto:a@example.org /%2e%2e/a /a%2Fb /a?b#c'
const addresses = [pages, otherAddresses, oddAddresses, externalAddresses].flatMap((some) => some.split(' '))

test.each([...addresses, '', '/a b'])('a link to %j is rendered as the router renders it', async (to) => {
  expect(await renderLink(Link as typeof RouterLink, { to })).toBe(await renderLink(RouterLink, { to }))
})

test('a link at another browser address is rendered as the router renders it', async () => {
  for (const to of ['/?q=é', '/here/there?tab=x', 'there', '//elsewhere', 'https://elsewhere.example/'])
    for (const mask of [`/zine/${ids}`, '/a b', 'zine', '/a/../b', '?q=1']) {
      const link = { to, mask }
      expect(await renderLink(Link as typeof RouterLink, link)).toBe(await renderLink(RouterLink, link))
    }
})
