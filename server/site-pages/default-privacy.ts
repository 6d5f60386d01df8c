import { auditDays, draftDays, reportDays } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'

/** The privacy page's default text: what this site stores and for how long. */
export const defaultPrivacy = (config: Config) =>
  [
    intro,
    visitors(config),
    members(config),
    securityNotes,
    thirdParties(config),
    deletion(config),
    memberRights(config),
  ].join('\n\n')

const intro = `# Privacy

What this site stores about you, why, and for how long. It stores nothing else. There is no advertising, no profile of what you
read, and nothing is sold or shared.`

const visitors = ({ analytics }: Config) => `## If you only visit

- **No account, no name, no tracking cookie.** Your browser stores a few choices for this site, such as your reading settings.
- **A log line** for each request: the time, the path, the result and the duration. It does not contain your network address.
  The operator of this site decides how long to keep these lines, and the log of the web server in front.
- **Attempt counters.** To prevent password guessing and mass uploads, we count attempts under a code made from your network
  address. The code cannot be reversed. Counters expire after 24 hours at the latest.
- **Reports.** If you report a zine or a creator without an account, the same kind of code is stored with the report.
${analytics ? analyticsText(analytics) : '- **Your visits are not counted**, here or elsewhere.'}`

const analyticsText = ({
  host,
  searchText,
}: NonNullable<Config['analytics']>) => `- **Visits are counted** with PostHog at \
${new URL(host).host}: which pages are opened and, for searches, the length and the number of results\
${searchText ? ' with the words' : ', not the words'}. No cookies, no names. Each member has a random number there, which remains
  after the account is deleted. You can opt out at the bottom of every page or in Account Settings. If your browser asks not
  to be tracked, you are already opted out.`

const members = ({ smtpUrl }: Config) => `## If you have an account

- **Your account**: username, email address, linked sign-in providers, and your password in a form that cannot be reversed. Your
  profile is public. Your email address is not, unless you show one there. We store this until you delete your account. Log lines
  about your changes contain your account’s number.
- **What you publish** is public until you delete it: zines, their pages and descriptions. We remove camera data such as locations
  from images when you upload them, and do not store the original files.
- **What is private**: favorites, followed creators, blocked creators, hidden zines, projects with earlier versions, and focus
  time. We store it until you delete it or your account. After you delete a focus session, we store its number for a year.
- **Emails about creators you follow**, if you choose them: how often, and when the last one was sent. They contain no code that
  reports whether you read them; images load from this site. If you create a private feed, anyone with its address can read it
  until you renew it or switch it off.
- **Drafts** until you publish or delete them, or until they have not been changed for ${draftDays} days. You get an email first.
  PDFs added to a draft are stored for seven days.
- **Your devices**: the kind of browser and when it was last used. A session ends 30 days after its last use, and at most a year
  after you signed in. A cookie recognizes your browser for 400 days, so that we can warn you about new ones.
- **Links in emails** work once and are deleted when they expire.${smtpUrl ? '' : ' Emails are stored on this machine for 30 days.'} An email that could not be sent is stored for
  30 days.`

const securityNotes = `## What we record to protect accounts

We record sign-ups, sign-ins, sign-outs, failed attempts, and changes of passwords, second factors and addresses. Each record has
the time, the account’s number and the approximate network: the first three of four parts of an IPv4 address, or the first 48 bits
of an IPv6 address. We also record what operators do to accounts and zines: their name, the reason or note, the title of the zine,
and the username of an account that they remove. These records are deleted after ${auditDays} days, even if the account is deleted.

Reports are deleted ${reportDays} days after the decision and after a year at the latest, or sooner if there are very many. The moderators
of this site read them. The reported person does not see who sent a report. Decisions about your work are stored with their reason
and your reply for a year.`

function thirdParties({ s3, smtpUrl, providers, databaseUrl }: Config) {
  const parties = [
    s3 && `- **Images** are in an object store${s3.endpoint ? ` at ${new URL(s3.endpoint).host}` : ''}.`,
    databaseUrl && '- **The database** is on a server that may belong to another company.',
    smtpUrl && '- **Emails** go through a mail server, which sees their recipient and content.',
    ...providers.map(
      ({ name }) =>
        `- **${name}**, if you choose to sign in with it, sees that you do and sends us your address and name.`,
    ),
  ].filter(Boolean)
  if (parties.length === 0) return '## Who else sees it\n\nNo one. Everything is stored on this site’s own machine.'
  return `## Who else sees it\n\n${parties.join('\n')}`
}

const deletion = ({ backupDir, backupKeep }: Config) => `## Deleting

What you delete disappears from the site immediately, and its files soon after. ${
  backupDir
    ? `The site keeps ${backupKeep} nightly backups, which may contain it until they are replaced.`
    : 'The operator of this site may keep backups, which contain it until they are replaced.'
} Copies of images on other computers cannot be recalled.`

const memberRights = ({ contactUrl }: Config) => `## What you can do

In Account Settings you can see, change and download your data, end sessions on other devices, and delete your
account.${contactUrl ? ' For anything else, write to us through Contact at the bottom of this page.' : ''}`
