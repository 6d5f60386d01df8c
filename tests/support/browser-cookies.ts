import { createClient, type Member, type TestApp } from './test-app.ts'

type Request = Parameters<TestApp['call']>[0]

/** A cookie jar that works like a browser's. For a member, it starts with their cookies. */
export function createBrowser(site: Pick<TestApp, 'call'>, member?: Member) {
  const jar = new Map(member?.cookie.split('; ').map(parseCookie))
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    cookieHeader,
    ...createClient(async <Body>(request: Request) => {
      const response = await site.call<Body>({
        ...request,
        headers: { ...request.headers, cookie: cookieHeader() },
      })
      for (const line of [response.headers['set-cookie'] ?? []].flat().map(String)) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      return response
    }),
  }
}

function parseCookie(cookie: string): [name: string, value: string] {
  const separator = cookie.indexOf('=')
  return [cookie.slice(0, separator), cookie.slice(separator + 1)]
}
