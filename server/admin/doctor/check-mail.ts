import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { type Config, isLoopback } from '#server/config/config.ts'
import { findSmtpProblem } from '#server/mail/mailer.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { describeServer } from '../mail-test.command.ts'
import { type Finding, notChecked, ok, problem, warning } from './finding.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>

/** Shorter than a check, so that the mail server's own error is shown. */
const smtpTimeoutMs = 8_000

export async function checkMailServer(config: MailConfig): Promise<Finding> {
  const { smtpUrl, publicUrl } = config
  if (smtpUrl === undefined) {
    const says = 'SMTP_URL is not set, so emails are saved as files.'
    return isLoopback(publicUrl) ? notChecked(says) : warning(says, 'Set SMTP_URL and MAIL_FROM.')
  }
  const error = await findSmtpProblem(smtpUrl, smtpTimeoutMs)
  if (error) return problem(error.message, `Check SMTP_URL (${describeServer(config)}).`)
  const isSignedIn = new URL(smtpUrl).username !== ''
  return ok(`${describeServer(config)} answers${isSignedIn ? ' and accepts the password' : ''}. Nothing was sent.`)
}

/** SPF, DKIM and DMARC of the sender's domain, as far as DNS alone shows them. */
export function checkSenderDomain(config: MailConfig, resolver: Pick<Resolver, 'resolveTxt'> = openResolver()) {
  const domain = domainToASCII(config.mailFrom.address.split('@').at(-1) ?? '')
  const reason = config.smtpUrl === undefined ? 'No emails are sent.' : `${domain} is not a public domain.`
  if (config.smtpUrl === undefined || !domain.includes('.')) {
    const skipped = Promise.resolve(notChecked(reason))
    return { spf: skipped, dkim: skipped, dmarc: skipped }
  }
  return {
    spf: checkSpf(domain, resolver),
    dkim: Promise.resolve(dkimHint(domain)),
    dmarc: checkDmarc(domain, resolver),
  }
}

/** For each of up to three servers. */
const openResolver = () => new Resolver({ timeout: 2_500, tries: 1 })

type Dns = Pick<Resolver, 'resolveTxt'>

async function checkSpf(domain: string, dns: Dns): Promise<Finding> {
  const records = await findRecords(domain, /^v=spf1(\s|$)/i, dns)
  if (!records) return notChecked(`DNS did not answer for ${domain}.`)
  if (records.length === 0)
    return warning(
      `${domain} has no SPF record, so emails may count as spam.`,
      `Add the TXT record to ${domain} that your mail provider names; it starts with v=spf1.`,
    )
  if (records.length > 1)
    return problem(`${domain} has ${records.length} SPF records, so none counts.`, 'Merge them into one TXT record.')
  return ok(`${domain} has an SPF record. Whether it names your mail server was not checked.`)
}

async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const labels = domain.split('.')
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  const answers = await Promise.all(domains.map((each) => findRecords(`_dmarc.${each}`, /^v=DMARC1\s*(;|$)/i, dns)))
  const at = answers.findIndex((records) => records && records.length > 0)
  if (at >= 0) {
    const [, policy = 'none'] = /;\s*p\s*=\s*(\w+)/i.exec(answers[at]?.[0] ?? '') ?? []
    return ok(`${domains[at]} has a DMARC record with the policy ${policy}.`)
  }
  if (answers.some((records) => !records)) return notChecked(`DNS did not answer for _dmarc.${domain}.`)
  return warning(
    `${domain} has no DMARC record, so large mail providers may refuse emails.`,
    `Add a TXT record to _dmarc.${domain}, at least v=DMARC1; p=none.`,
  )
}

const dkimHint = (domain: string) =>
  notChecked(
    `Only your mail provider knows the name of the DKIM key of ${domain}. Send yourself an email with ` +
      `${shellCommand('admin', 'mail test ADDRESS')}, and look for dkim=pass in its headers.`,
  )

const noRecords = ['ENODATA', 'ENOTFOUND']

/** Undefined if DNS did not answer. */
async function findRecords(name: string, pattern: RegExp, dns: Dns) {
  const records = await dns.resolveTxt(name).catch(({ code }) => (noRecords.includes(code) ? [] : undefined))
  return records?.map((parts) => parts.join('')).filter((text) => pattern.test(text))
}
