import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Command } from '#server/admin/command.ts'

type Fields = Record<string, unknown>

/** A command as a button or a form. */
export type Action = {
  command: string
  label: MessageDescriptor
  /** Inputs that the page decides. Their fields are not shown. */
  fixed?: Record<string, unknown>
  /** Whether it makes sense for an entry with these fields, or for what the page shows. */
  isFor?: (fields: Fields) => boolean
  /** What its fields contain at first, from those of the entry. */
  preset?: (fields: Fields) => Record<string, string>
  isDangerous?: true
}

/** A command whose result is a table. `rowAction` acts on what a column (`key`, default `id`) names. */
export type List = { command: string; title?: MessageDescriptor; rowAction?: Action; key?: string }

export type OperatePage = {
  path: string
  title: MessageDescriptor
  lists: List[]
  /** The command that shows one entry of the first list, at `/operate/PATH/ID`. */
  details?: string
  entryActions?: Action[]
  actions?: Action[]
}

const isWaiting = ({ waitingSince }: Fields) => waitingSince != null
const isSuspended = ({ suspended }: Fields) => suspended != null
const isHidden = ({ hiddenAt }: Fields) => hiddenAt != null

/**
 * Each page shows the results of commands, and their inputs as forms. What prints a link that signs in as a member, or
 * needs a file of the server, stays in the terminal (`terminalOnly`).
 */
export const operatePages: OperatePage[] = [
  { path: '', title: msg`Overview`, lists: [{ command: 'overview' }] },
  {
    path: 'reports',
    title: msg`Reports`,
    lists: [{ command: 'report list' }],
    details: 'report show',
    entryActions: [{ command: 'report resolve', label: msg`Decide`, isFor: ({ resolvedAt }) => resolvedAt == null }],
  },
  {
    path: 'members',
    title: msg`Members`,
    lists: [
      {
        command: 'member list',
        rowAction: { command: 'member approve', label: msg`Approve`, isFor: isWaiting },
      },
      {
        command: 'invite list',
        title: msg`Invites`,
        rowAction: { command: 'invite revoke', label: msg`Revoke`, isFor: ({ isOpen }) => isOpen === true },
      },
      {
        command: 'block-email-domain list',
        title: msg`Blocked email domains`,
        rowAction: { command: 'block-email-domain remove', label: msg`Unblock` },
        key: 'domain',
      },
    ],
    details: 'member show',
    entryActions: [
      { command: 'member approve', label: msg`Approve`, isFor: isWaiting },
      { command: 'member refuse', label: msg`Refuse`, isFor: isWaiting, isDangerous: true },
      { command: 'member reset-password', label: msg`Send a reset link`, fixed: { print: false } },
      { command: 'member sign-out', label: msg`Sign out`, fixed: { all: false } },
      { command: 'member restore', label: msg`End the suspension`, isFor: isSuspended },
      { command: 'member suspend', label: msg`Suspend`, isFor: (fields) => !isSuspended(fields), isDangerous: true },
      { command: 'member remove', label: msg`Remove`, isDangerous: true },
    ],
    actions: [
      { command: 'invite create', label: msg`Create an invite` },
      { command: 'member create', label: msg`Create an account`, fixed: { print: false } },
      { command: 'block-email-domain add', label: msg`Block an email domain` },
    ],
  },
  {
    path: 'zines',
    title: msg`Zines`,
    lists: [
      { command: 'zine list' },
      {
        command: 'block-media list',
        title: msg`Blocked pictures`,
        rowAction: { command: 'block-media remove', label: msg`Unblock` },
        key: 'hash',
      },
    ],
    details: 'zine show',
    entryActions: [
      {
        command: 'zine content-note',
        label: msg`Set the content note`,
        preset: ({ contentNote }) => ({ note: String(contentNote ?? '') }),
      },
      { command: 'zine restore', label: msg`Show again`, isFor: isHidden },
      { command: 'zine hide', label: msg`Hide`, isFor: (fields) => !isHidden(fields), isDangerous: true },
      { command: 'block-media add', label: msg`Block its pictures`, isDangerous: true },
      { command: 'zine remove', label: msg`Remove`, isDangerous: true },
    ],
  },
  {
    path: 'mail',
    title: msg`Mail and jobs`,
    lists: [
      {
        command: 'mail list',
        title: msg`Emails`,
        rowAction: { command: 'mail retry', label: msg`Retry`, fixed: { all: false } },
      },
      {
        command: 'jobs list',
        title: msg`Background jobs`,
        rowAction: { command: 'jobs retry', label: msg`Retry`, fixed: { all: false } },
      },
    ],
    actions: [
      { command: 'mail test', label: msg`Send a test email` },
      { command: 'mail retry', label: msg`Retry all failed emails`, fixed: { id: undefined, all: true } },
      { command: 'jobs retry', label: msg`Retry all failed jobs`, fixed: { id: undefined, all: true } },
    ],
  },
  {
    path: 'backups',
    title: msg`Backups`,
    lists: [{ command: 'backups list' }],
    actions: [{ command: 'backups request', label: msg`Make a backup now` }],
  },
  {
    path: 'announcement',
    title: msg`Announcement`,
    lists: [{ command: 'announcement show' }],
    actions: [
      { command: 'announce', label: msg`Announce` },
      { command: 'announcement remove', label: msg`Remove`, isFor: ({ text }) => text != null, isDangerous: true },
    ],
  },
  { path: 'settings', title: msg`Settings`, lists: [{ command: 'settings' }] },
  { path: 'audit', title: msg`Audit log`, lists: [{ command: 'audit' }] },
]

/** Why the other commands have no page. A test compares both lists with all commands. */
export const terminalOnly: Record<string, string> = {
  operate: 'opens these pages',
  'member reset-two-factor': 'makes the password enough to sign in',
  'member confirm-email': 'lets the reader of another mailbox reset the password',
  'member export': 'writes a file',
  import: 'reads a file',
  usage: 'reads whole tables, for minutes',
  verify: 'reads all files, for minutes',
  doctor: 'also works while the site is stopped',
  version: 'the overview shows it',
  backup: 'writes to any folder',
  restore: 'needs a stopped site',
  migrate: 'opens the database itself',
  'search:rebuild': 'works for minutes',
}

export const findPage = (path: string) => operatePages.find((page) => page.path === path)

export const addressOf = (path: string, target?: string) =>
  ['/operate', path, target && encodeURIComponent(target)].filter(Boolean).join('/')

/** The argument that names what the command acts on. */
export const targetOf = ({ positionals = {} }: Pick<Command, 'positionals'>) => Object.keys(positionals)[0] ?? ''
