import { readBuiltPages } from '#server/pages/built-pages.ts'
import type { OpenPage } from '#web/entry-server.tsx'
import type { PageData } from '#web/page-data/page-data.tsx'

/** A page of the site with the data that it was rendered from, for one member. */
export type RenderedPage = { path: string; data: PageData }

export async function readRenderedPage(port: number, path: string, cookie: string): Promise<RenderedPage> {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })).text()
  const [, json] = /<script[^>]*id="page-data"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  if (!json) throw new Error(`${path} contains no data.`)
  return { path, data: JSON.parse(json) }
}

let source: ReturnType<typeof readBuiltPages> | undefined
const opened = new Map<string, Promise<OpenPage>>()

/** Calls only React's renderer, with data in memory. */
export async function renderAlone({ path, data }: RenderedPage) {
  source ??= readBuiltPages()
  const { entry, assetsFor, inlineScript = '' } = source
  const { openPage } = await entry()
  const pending = opened.get(path) ?? openPage(new URL(path, 'http://page'), data.language.tag)
  opened.set(path, pending)
  const page = await pending
  const { css } = assetsFor(page.files, { parts: page.parts, language: data.language.tag })
  return page.render({ ...data, renderedAt: Date.now() }, { css, script: inlineScript })
}
