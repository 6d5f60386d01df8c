import { auditCommand } from './audit.command.ts'
import type { Command } from './command.ts'
import { jobCommands } from './jobs.commands.ts'
import { memberCommands } from './members.commands.ts'
import { signUpCommands } from './sign-ups.commands.ts'
import { usageCommand } from './usage.command.ts'

/** Everything that can be typed, as help lists it. */
export const commands: Command[] = [
  ...memberCommands,
  ...signUpCommands,
  ...jobCommands,
  auditCommand,
  usageCommand,
]
