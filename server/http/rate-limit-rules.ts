import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

const minutes = (count: number) => count * 60

type RateLimitRule = {
  attempts: number
  /** The window starts with the first try. When it ends, all tries are available again. */
  seconds: number
  /** What the limit counts. Addresses are grouped by network. */
  by: 'address' | 'account' | 'email'
  message: MessageDescriptor
}

/** Account limits protect one member's secrets. Address limits are generous, as a school may share one address. */
export const rateLimitRules = {
  /** Tries at one account by all unknown browsers together. Beyond the limit, each try needs a proof of work. */
  'sign-in-account': {
    attempts: 10,
    seconds: minutes(15),
    by: 'account',
    message: msg`Too many attempts to sign in.`,
  },
  /** Guesses at one account from one network. The key contains both. */
  'sign-in-network': {
    attempts: 30,
    seconds: minutes(24 * 60),
    by: 'account',
    message: msg`Too many attempts to sign in to this account from your network. You can use “Forgot password?” right away.`,
  },
  /** Tries at one account from a browser its member has used. The key contains both. */
  'sign-in-browser': {
    attempts: 10,
    seconds: minutes(15),
    by: 'account',
    message: msg`Too many attempts to sign in.`,
  },
  /** A proof of work is valid once, for as long as its challenge lasts. */
  proof: { attempts: 1, seconds: minutes(6), by: 'account', message: msg`This calculation was already used.` },
  /** Tries of one password, or of a stolen list, on many accounts. */
  'sign-in-address': {
    attempts: 50,
    seconds: minutes(15),
    by: 'address',
    message: msg`Too many attempts to sign in.`,
  },
  /** This check reveals whether an email is registered. A form makes few checks, an attacker many. */
  'registration-check': {
    attempts: 60,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many usernames or addresses checked.`,
  },
  registration: {
    attempts: 20,
    seconds: minutes(60),
    by: 'address',
    message: msg`Too many new accounts from your network.`,
  },
  /** New accounts on the whole site. Beyond the limit each needs a proof of work, but none is refused. */
  'sign-ups': { attempts: 20, seconds: minutes(10), by: 'account', message: msg`Too many new accounts.` },
  'username-look-up': {
    attempts: 60,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many usernames checked.`,
  },
  'recovery-address': {
    attempts: 10,
    seconds: minutes(60),
    by: 'address',
    message: msg`Too many requests for reset links.`,
  },
  /** Mails to one person, requested by many. The response stays the same, as it must not reveal who is registered. */
  'recovery-email': {
    attempts: 3,
    seconds: minutes(60),
    by: 'email',
    message: msg`Too many requests for reset links.`,
  },
  /** Mailed tokens cannot be guessed, so this limit only saves lookups. */
  'link-address': {
    attempts: 60,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many attempts to open a link.`,
  },
  /** Pages of /operate without a session. */
  operate: { attempts: 600, seconds: minutes(10), by: 'address', message: msg`Too many pages opened.` },
  /** Pages and actions of /operate in one session. */
  'operate-session': { attempts: 600, seconds: minutes(10), by: 'account', message: msg`Too many pages opened.` },
  /** Wrong links to /operate. They cannot be guessed, so a valid one opens in spite of them. */
  'operate-link': {
    attempts: 20,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many attempts to open a link.`,
  },
  /** Emails with a link to /operate, which readers of report emails request. */
  'operate-mail': {
    attempts: 5,
    seconds: minutes(60),
    by: 'email',
    message: msg`We have already sent this email several times.`,
  },
  /** Those that one report email requests: who has it alone cannot use up the others. */
  'operate-mail-report': {
    attempts: 3,
    seconds: minutes(60),
    by: 'email',
    message: msg`We have already sent this email several times.`,
  },
  /** Six digits: with 10 tries in a quarter of an hour, finding one takes a year on average. */
  'factor-account': {
    attempts: 10,
    seconds: minutes(15),
    by: 'account',
    message: msg`Too many attempts to enter a code.`,
  },
  'factor-address': {
    attempts: 50,
    seconds: minutes(15),
    by: 'address',
    message: msg`Too many attempts to enter a code.`,
  },
  /** Guesses at the password by a person who finds a device unlocked. */
  password: { attempts: 10, seconds: minutes(15), by: 'account', message: msg`Too many password attempts.` },
  /** Changing to an address reveals whether it is taken. */
  'email-change': {
    attempts: 10,
    seconds: minutes(60),
    by: 'account',
    message: msg`Too many email changes.`,
  },
  /** Mails to one address, possibly a stranger's, requested by accounts that claim it. */
  'confirmation-email': {
    attempts: 5,
    seconds: minutes(60),
    by: 'email',
    message: msg`We have already sent several emails to this address.`,
  },
  /** Mails that a member requests to their own address, or to one they claim. */
  'verification-mail': {
    attempts: 5,
    seconds: minutes(60),
    by: 'account',
    message: msg`We have already sent this email several times.`,
  },
  /** Mails about drafts that could not be published on schedule. One member can schedule many. */
  'draft-mail': {
    attempts: 5,
    seconds: minutes(60),
    by: 'account',
    message: msg`We have already sent several emails about your drafts.`,
  },
  /** A moderator reads every report. A school or library may share one network. */
  'report-member': {
    attempts: 30,
    seconds: minutes(24 * 60),
    by: 'account',
    message: msg`You have sent too many reports today.`,
  },
  'report-address': {
    attempts: 60,
    seconds: minutes(24 * 60),
    by: 'address',
    message: msg`Too many reports from your network today.`,
  },
  /** Reads all files of an account from storage. A broken download may be repeated. */
  export: {
    attempts: 10,
    seconds: minutes(60),
    by: 'account',
    message: msg`You have already downloaded your data several times.`,
  },
  /** Reads all pictures of a zine. A school or library may share one address. */
  comics: {
    attempts: 60,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many zines downloaded from your network.`,
  },
  /** Searches by feed readers and catalogues. One server may search for many people. */
  'search-feeds': {
    attempts: 600,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many searches from your network.`,
  },
  /** Reads of private feeds. One server may read for many members. */
  'following-feeds': {
    attempts: 600,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many private feeds read from your network.`,
  },
  /** Mail services send the clicks of all their users from a few addresses. */
  unsubscribe: {
    attempts: 600,
    seconds: minutes(10),
    by: 'address',
    message: msg`Too many attempts to unsubscribe.`,
  },
} satisfies Record<string, RateLimitRule>

export type RateLimitName = keyof typeof rateLimitRules
