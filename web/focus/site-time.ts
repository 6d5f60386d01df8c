/** How long, in milliseconds, the site may take to say what time it is. */
const patience = 3_000

/** What time it is by the site, to half a second; undefined when it does not say. */
export async function siteTime() {
  const asked = performance.now()
  const signal = AbortSignal.timeout(patience)
  const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })
  const time = Date.parse(headers.get('date') ?? '')
  const travel = performance.now() - asked
  return Number.isNaN(time) || travel > patience ? undefined : time + 500 + travel / 2
}
