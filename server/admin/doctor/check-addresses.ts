import type { Config } from '#server/config/config.ts'
import { programVersion } from '#server/process/program-version.ts'
import { requestAddress } from '../request-address.ts'
import { forgedAddress, type Reply } from './ask-site.ts'
import { type Finding, joinFindings, notChecked, ok, problem, warning } from './finding.ts'

const isAnyAddress = (host: string) => ['0.0.0.0', '::'].includes(host)

/** Where this machine's processes listen. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>) {
  const name = isAnyAddress(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The site itself waits for its database. */
const readinessTimeoutMs = 5_000
const copyMessage = 'uses another database than this command'

export async function checkProcess(address: string, { failure, site }: Reply): Promise<Finding> {
  if (failure) return warning(`The site is stopped: nothing answers at ${address} (${failure}).`, 'Start the site.')
  if (!site)
    return problem(
      `Another program answers at ${address}, or this site with an earlier version or SECRET.`,
      'Restart the site; if it does not start, set PORT to a free port.',
    )
  const readiness = await requestAddress(`${address}/readyz`, { timeoutMs: readinessTimeoutMs })
  return joinFindings(
    [
      site.hasSameDatabase === false && problem(`The site ${copyMessage}.`, 'Restart the site, so that it reads .env.'),
      readiness.status !== 200 && problem(`The site is not ready: ${readiness.body}`, 'Correct this, or read the log.'),
      site.version !== programVersion &&
        warning(`Version ${site.version} runs, and ${programVersion} is installed.`, 'Restart the site.'),
    ],
    ok(`Version ${site.version} is running and ready at ${address}.`),
  )
}

const day = 24 * 60 * 60 * 1000
/** A renewal by certbot happens 30 days before. */
const minCertificateDays = 14

type Circumstances = { isStopped?: boolean; now?: number }

export function checkPublicAddress(
  publicUrl: string,
  { failure, answer, site }: Reply,
  { isStopped = false, now = Date.now() }: Circumstances = {},
): Finding {
  if (isStopped && !site) return notChecked('The site is stopped.')
  const host = new URL(publicUrl).hostname
  if (failure)
    return problem(
      `${publicUrl} cannot be reached from here: ${failure}.`,
      `Check the DNS entry of ${host}, the web server, its certificate and the firewall.`,
    )
  if (!site && answer?.location)
    return problem(`${publicUrl} redirects to ${answer.location}.`, 'Set PUBLIC_URL to the address in the browser.')
  if (!site)
    return problem(
      `${publicUrl} answers with ${answer?.status}, but is not this site.`,
      `Check the DNS entry of ${host}, and the port in the web server’s configuration.`,
    )
  const days = answer?.certificateUntil && Math.floor((answer.certificateUntil.getTime() - now) / day)
  return joinFindings(
    [
      site.hasSameDatabase === false &&
        problem(`${publicUrl} is a copy of this site: it ${copyMessage}.`, 'Stop the copy, or correct the web server.'),
      days !== undefined &&
        days < minCertificateDays &&
        warning(`The certificate of ${host} expires in ${days} days.`, 'Check that it is renewed automatically.'),
    ],
    ok(`${publicUrl} is this site.${days === undefined ? '' : ` Its certificate is valid for ${days} days.`}`),
  )
}

/** `forged` is the reply to a request with an invented `X-Forwarded-For`. */
export function checkProxies(publicUrl: string, plain: Reply, forged: Reply): Finding {
  if (!plain.site || !forged.site) return notChecked('The site cannot be reached at its public address.')
  const { address, scheme, forwarded, trusted } = plain.site
  const isHttps = publicUrl.startsWith('https:')
  const right = `Set TRUST_PROXY to ${forwarded}, and restart the site.`
  return joinFindings(
    [
      forged.site.address === forgedAddress &&
        problem(
          'Visitors can choose the address that the site sees, because TRUST_PROXY trusts too many proxies.',
          forwarded === 0 && isHttps ? 'Let the web server send X-Forwarded-For.' : right,
        ),
      forwarded > trusted &&
        problem(
          `Visitors share limits: requests pass ${proxies(forwarded)}, and TRUST_PROXY trusts ${trusted}.`,
          right,
        ),
      isHttps &&
        forwarded === 0 &&
        problem(
          'The web server does not send X-Forwarded-For, so all visitors share limits.',
          'Configure it as in packaging/nginx.conf.',
        ),
      isHttps &&
        trusted > 0 &&
        scheme !== 'https' &&
        warning(
          'The site sees requests as http.',
          'Let the web server send X-Forwarded-Proto, as packaging/nginx.conf does.',
        ),
    ],
    ok(`The site sees this machine as ${address} over ${scheme}, and trusts ${proxies(trusted)}.`),
  )
}

const proxies = (count: number) => (count === 1 ? 'one proxy' : `${count || 'no'} proxies`)

const uploadTimeoutMs = 5_000

/** Announces the largest upload, and sends only its start, without signing in: nothing is stored. */
export async function checkUploads({ publicUrl, maxVideoMb, maxImageMb }: Config, { site }: Reply): Promise<Finding> {
  if (!site) return notChecked('The site cannot be reached at its public address.')
  const mb = Math.max(maxVideoMb, maxImageMb)
  const answer = await requestAddress(`${publicUrl}/api/uploads/${'0'.repeat(32)}`, {
    method: 'PATCH',
    announcedBytes: Math.ceil(mb * 1024 ** 2),
    timeoutMs: uploadTimeoutMs,
  }).catch((error: Error) => error.message)
  if (typeof answer === 'string')
    return warning(
      `The web server passes an upload of ${mb} MB on only when it is complete, or not at all (${answer}).`,
      'Turn off request buffering, as packaging/nginx.conf does, so that interrupted uploads can resume.',
    )
  if (answer.status === 401 && answer.body.includes('"not_signed_in"')) return ok(`Uploads of ${mb} MB reach the site.`)
  return problem(
    `An upload of ${mb} MB does not reach the site: the web server answers with ${answer.status}.`,
    'Remove its limit (client_max_body_size 0 in nginx): the site has its own.',
  )
}
