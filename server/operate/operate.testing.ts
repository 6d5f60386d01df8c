import { createOperator } from '#tests/support/operator.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** A browser that opens links of `foldout operate` and sends forms of its pages. It keeps its cookie. */
export function createOperatorBrowser(site: TestApp, headers: Record<string, string> = {}) {
  let cookie = ''
  const own = () => ({ ...headers, cookie })
  const post = async (path: string, fields: Record<string, string>, more: Record<string, string> = {}) => {
    const response = await site.call({
      method: 'POST',
      path,
      body: new URLSearchParams(fields).toString(),
      headers: { ...own(), 'content-type': 'application/x-www-form-urlencoded', ...more },
    })
    const [line = ''] = [response.headers['set-cookie'] ?? []].flat().map(String)
    if (line) cookie = line.split(';', 1)[0] ?? ''
    return response
  }
  return {
    post,
    get: (path: string) => site.call({ path, headers: own() }),
    open: (code: string, name = '') => post('/operate/open', { code, name }),
    cookie: () => cookie,
  }
}

export async function printCode(site: TestApp, operator = 'Robin') {
  const { link } = await createOperator(site).runJson('operate', '--as', operator)
  return new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? ''
}

export async function openOperatorBrowser(site: TestApp, operator = 'Robin') {
  const browser = createOperatorBrowser(site)
  await browser.open(await printCode(site, operator))
  return browser
}
