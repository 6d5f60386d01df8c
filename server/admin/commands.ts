import type { Command } from './command.ts'
import { jobCommands } from './jobs.commands.ts'
import { memberCommands } from './members.commands.ts'
import { usageCommand } from './usage.command.ts'

/** Everything that can be typed, as help lists it. */
export const commands: Command[] = [...memberCommands, ...jobCommands, usageCommand]
