import { auditDays, draftDays, reportDays } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'

/** The privacy page's default text: what this site stores and for how long. */
export const defaultPrivacy = (config: Config) =>
  [intro, visitors(config), members(config), ways, others(config), ends(config), yours(config)].join('\n\n')

const intro = `# Privacy

What this site keeps about you, why, and until when. There is nothing else: no advertising, no profile of what you read, and
nothing is sold or passed on.`

const visitors = ({ analytics }: Config) => `## If you only look around

- **No account, no name, no cookie that follows you.** Your browser keeps a few choices for this site, such as how you like to read.
- **A line in the log** for each request: when, which address on this site, whether it worked and how long it took. Your network
  address is not in it. Whoever runs this site decides how long these lines are kept, and so for the log of the web server in front.
- **Counted tries.** So that nobody guesses passwords or sends things by the thousand, tries are counted under a code made from your
  network address, which cannot be turned back; so are uploads while they are under way. It goes when its time is over, after 24 hours at the latest.
- **Reports.** If you report a zine or a creator as a guest, the same kind of code is kept with the report.
${analytics ? counted(analytics) : '- **Nobody counts your visits**, here or elsewhere.'}`

const counted = ({
  host,
  searchText,
}: NonNullable<Config['analytics']>) => `- **Visits are counted** with PostHog, at \
${new URL(host).host}: which pages are opened, and of searches their length and how much was found\
${searchText ? ', with their words' : ', not their words'}. No cookies, no names; a member is a number, which stays there when
  the account is gone. You can say no at the foot of every page, or in Account Settings; a browser that
  asks not to be tracked has said no already.`

const members = ({ smtpUrl }: Config) => `## If you have an account

- **Your account**: username, email address, and your password in a form that cannot be turned back. What you write on your
  profile is public; your email address is not, unless you show one there. Which accounts elsewhere you sign in with. All of it
  until you delete the account. In the log, lines of what you change have your account’s number.
- **What you publish** is public until you delete it: zines, their pages and descriptions. What cameras write into pictures, such as
  places, is removed when you upload them; the files you sent are not kept.
- **What is only yours**: favorites, followed creators, blocked creators and hidden zines, projects with earlier versions, and focus
  time. Until you remove them or the account. A removed focus session leaves its number for a year.
- **Drafts** until you publish or remove them, or until nobody has touched them for ${draftDays} days; you get a mail before. PDFs that you give
  to one, for seven days.
- **Where you are signed in**: the kind of browser and when it was used. A session ends 30 days after its last use, and a year after
  the sign-in. A cookie lets us know your browser again for 400 days, so that we can tell you of a new one.
- **Links in mails** work once and are forgotten when they expire.${smtpUrl ? '' : ' Mails lie on this machine for 30 days.'} A mail that could not be sent is kept for
  30 days.`

const ways = `## What is written down to keep accounts safe

Signing up, in and out, failed tries, and changes of passwords, second factors and addresses are noted with the time, the account's
number and roughly the network they came from: the first three of four parts of an address, or the first 48 bits of a newer one. So
is what the people who run this site do to accounts and zines, with their name, the reason or note they give, the title of the zine, and the username of an
account that they remove. These notes go after ${auditDays} days, also those about accounts that were deleted.

Reports go ${reportDays} days after they were decided on, and after a year in any case; sooner where there are very many. The people who run this site read them; whom one
is about is not told who sent it. What was decided about your work is kept, with its reason and your reply, for a year.`

function others({ s3, smtpUrl, providers, databaseUrl }: Config) {
  const parties = [
    s3 &&
      `- **Where pictures lie**: an object store${s3.endpoint ? ` at ${new URL(s3.endpoint).host}` : ''}.`,
    databaseUrl && '- **Where the database is**: a server that may be another company’s.',
    smtpUrl &&
      '- **Mail** is sent through a mail server, which sees the address it goes to and what it says.',
    ...providers.map(
      ({ name }) =>
        `- **${name}**, if you choose to sign in with it: it learns that you do, and tells us your address and name.`,
    ),
  ].filter(Boolean)
  if (parties.length === 0)
    return '## Who else sees it\n\nNobody. Everything is kept on this site’s own machine.'
  return `## Who else sees it\n\n${parties.join('\n')}`
}

const ends = ({ backupDir, backupKeep }: Config) => `## Deleting

What you delete is gone from the site at once, and its files soon after. ${
  backupDir
    ? `Backups are made every night and ${backupKeep} of them are kept: until then it may be in one of those.`
    : 'Whoever runs this site may keep backups, in which it stays until those are replaced.'
} Pictures that other computers have kept a copy of cannot be called back.`

const yours = ({ contactUrl }: Config) => `## What you can do

In Account Settings you can see and change what is kept about you, take all of it with you as a file, end sessions on other
devices, and delete your account.${contactUrl ? ' For anything else, write to us through Contact at the foot of this page.' : ''}`
