import { type Member, type TestApp, verbsOf } from './test-app.ts'

type Sent = Parameters<TestApp['call']>[0]

/** A cookie jar that works like a browser's. For a member, it starts with their cookies. */
export function openBrowser(site: Pick<TestApp, 'call'>, member?: Member) {
  const jar = new Map(member?.cookie.split('; ').map(nameAndValue))
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    header,
    ...verbsOf(async <Body>(sent: Sent) => {
      const answer = await site.call<Body>({ ...sent, headers: { ...sent.headers, cookie: header() } })
      for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    }),
  }
}

function nameAndValue(cookie: string): [name: string, value: string] {
  const at = cookie.indexOf('=')
  return [cookie.slice(0, at), cookie.slice(at + 1)]
}
