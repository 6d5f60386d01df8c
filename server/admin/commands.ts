import { announceCommands } from './announce.commands.ts'
import { auditCommand } from './audit.command.ts'
import { backupCommands } from './backup.commands.ts'
import { siteBackupCommands } from './backups.commands.ts'
import { blockMediaCommands } from './block-media.commands.ts'
import type { Command } from './command.ts'
import { databaseCommands } from './database.commands.ts'
import { doctorCommand } from './doctor.command.ts'
import { importCommand } from './import.command.ts'
import { jobCommands } from './jobs.commands.ts'
import { mailTestCommand } from './mail-test.command.ts'
import { memberAccountCommands } from './member-accounts.commands.ts'
import { exportCommand } from './member-export.command.ts'
import { memberCommands, suspendCommands } from './members.commands.ts'
import { operateCommand } from './operate.command.ts'
import { overviewCommand } from './overview.command.ts'
import { reportCommands } from './reports.commands.ts'
import { settingsCommand } from './settings.command.ts'
import { signUpCommands } from './sign-ups.commands.ts'
import { usageCommand } from './usage.command.ts'
import { verifyCommand } from './verify.command.ts'
import { versionCommand } from './version.command.ts'
import { zineCommands } from './zines.commands.ts'

/** All commands, in the order of the help. `server/operate/operate-pages.ts` says which of them have a page. */
export const commands: Command[] = [
  operateCommand,
  overviewCommand,
  ...zineCommands,
  ...memberCommands,
  ...memberAccountCommands,
  ...suspendCommands,
  exportCommand,
  importCommand,
  ...signUpCommands,
  ...reportCommands,
  ...blockMediaCommands,
  mailTestCommand,
  ...jobCommands,
  ...announceCommands,
  auditCommand,
  usageCommand,
  verifyCommand,
  doctorCommand,
  versionCommand,
  settingsCommand,
  ...siteBackupCommands,
  ...backupCommands,
  ...databaseCommands,
]

export function commandOf(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (!found) throw new Error(`There is no command ${name}.`)
  return found
}
