import type { TestApp } from './test-app.ts'

type Sent = Parameters<TestApp['call']>[0]

/** A browser as far as cookies go: it keeps what it is given and sends it back. */
export function openBrowser(site: TestApp) {
  const jar = new Map<string, string>()
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    header,
    async call<Body = Record<string, unknown>>(sent: Sent) {
      const answer = await site.call<Body>({ ...sent, headers: { ...sent.headers, cookie: header() } })
      for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    },
  }
}
