const minutes = (count: number) => count * 60

type Kind = {
  tries: number
  /** From the first try on; then all of them are given back. */
  seconds: number
  /** What is counted: an address counts with its network, anything else as it is given. */
  by: 'address' | 'account' | 'email'
  said: string
}

/** All limits. Accounts' protect one member's secrets; networks' are wide, as a school is one address. */
export const limitKinds = {
  /** Tries at one account by browsers that its person has not used, of all of them together: then each costs work. */
  'sign-in-account': {
    tries: 10,
    seconds: minutes(15),
    by: 'account',
    said: 'Too many attempts to sign in.',
  },
  /** Guesses at one password from one network, which is in the key. */
  'sign-in-network': {
    tries: 30,
    seconds: minutes(24 * 60),
    by: 'account',
    said: 'Too many attempts to sign in to this account from your network. You can use “Forgot password?” right away.',
  },
  /** Tries by a browser its person has used, which is in the key. */
  'sign-in-browser': {
    tries: 10,
    seconds: minutes(15),
    by: 'account',
    said: 'Too many attempts to sign in.',
  },
  /** A piece of work done counts once. As long as its challenge lasts. */
  proof: { tries: 1, seconds: minutes(6), by: 'account', said: 'This was already used.' },
  /** One password, or a stolen list of them, tried on many accounts. */
  'sign-in-address': {
    tries: 50,
    seconds: minutes(15),
    by: 'address',
    said: 'Too many attempts to sign in.',
  },
  /** Whether an email is registered can be asked here; a form asks a few times, a list of addresses many. */
  'registration-check': {
    tries: 60,
    seconds: minutes(10),
    by: 'address',
    said: 'Too many registration checks.',
  },
  registration: {
    tries: 20,
    seconds: minutes(60),
    by: 'address',
    said: 'Too many new accounts from your network.',
  },
  /** Accounts made on the whole site: beyond these each costs work, and nobody is refused. */
  'sign-ups': { tries: 20, seconds: minutes(10), by: 'account', said: 'Too many new accounts.' },
  'username-look-up': {
    tries: 60,
    seconds: minutes(10),
    by: 'address',
    said: 'Too many usernames checked.',
  },
  'recovery-address': {
    tries: 10,
    seconds: minutes(60),
    by: 'address',
    said: 'Too many requests for reset links.',
  },
  /** Mail to one person, started by many. The answer stays the same: it must not tell who is registered. */
  'recovery-email': {
    tries: 3,
    seconds: minutes(60),
    by: 'email',
    said: 'Too many requests for reset links.',
  },
  /** The tokens of mailed links cannot be guessed; this only saves us the work of looking. */
  'link-address': { tries: 60, seconds: minutes(10), by: 'address', said: 'Too many links tried.' },
  /** Six digits: with 10 tries in a quarter of an hour, finding one takes a year on average. */
  'factor-account': { tries: 10, seconds: minutes(15), by: 'account', said: 'Too many codes tried.' },
  'factor-address': { tries: 50, seconds: minutes(15), by: 'address', said: 'Too many codes tried.' },
  /** Guesses at the password by whoever finds a screen open. */
  password: { tries: 10, seconds: minutes(15), by: 'account', said: 'Too many password attempts.' },
  /** Whether an address is taken can be learnt by changing to it. */
  'email-change': {
    tries: 10,
    seconds: minutes(60),
    by: 'account',
    said: 'Too many email changes.',
  },
  /** Mails to one address, which may be a stranger's, started by whoever claims it. */
  'confirmation-email': {
    tries: 5,
    seconds: minutes(60),
    by: 'email',
    said: 'We have already sent several emails to this address.',
  },
  /** Mail to oneself, or to an address one claims to have. */
  'verification-mail': {
    tries: 5,
    seconds: minutes(60),
    by: 'account',
    said: 'We have already sent this email several times.',
  },
  /** Mails about drafts that could not be published at their times, of which one member can set many. */
  'draft-mail': {
    tries: 5,
    seconds: minutes(60),
    by: 'account',
    said: 'We have already sent several emails about your drafts.',
  },
  /** Each report is read by a person. A school or a library is one network. */
  'report-member': {
    tries: 30,
    seconds: minutes(24 * 60),
    by: 'account',
    said: 'You have sent too many reports today.',
  },
  'report-address': {
    tries: 60,
    seconds: minutes(24 * 60),
    by: 'address',
    said: 'Too many reports from your network today.',
  },
  /** Reads everything of an account from storage; a download that broke off may be tried again. */
  export: {
    tries: 10,
    seconds: minutes(60),
    by: 'account',
    said: 'You have already downloaded your data several times.',
  },
  /** Each reads all pictures of a zine; a school or a library is one address. */
  comics: {
    tries: 60,
    seconds: minutes(10),
    by: 'address',
    said: 'Too many zines downloaded from your network.',
  },
  /** Searches by feed readers and catalogues, of which one server may ask for many people. */
  'search-feeds': {
    tries: 600,
    seconds: minutes(10),
    by: 'address',
    said: 'Too many searches from your network.',
  },
} satisfies Record<string, Kind>

export type Limited = keyof typeof limitKinds
