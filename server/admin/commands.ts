import { announceCommands } from './announce.commands.ts'
import { auditCommand } from './audit.command.ts'
import { blockMediaCommands } from './block-media.commands.ts'
import type { Command } from './command.ts'
import { exportCommand } from './export.command.ts'
import { importCommand } from './import.command.ts'
import { jobCommands } from './jobs.commands.ts'
import { mailTestCommand } from './mail-test.command.ts'
import { memberAccountCommands } from './member-accounts.commands.ts'
import { memberCommands } from './members.commands.ts'
import { reportCommands } from './reports.commands.ts'
import { signUpCommands } from './sign-ups.commands.ts'
import { suspendCommands } from './suspend.commands.ts'
import { usageCommand } from './usage.command.ts'
import { verifyCommand } from './verify.command.ts'
import { zineCommands } from './zines.commands.ts'

/** Everything that can be typed, as help lists it. */
export const commands: Command[] = [
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
]
