import { type Fault, mostOfAKind } from '#server/backup/verify/fault.ts'
import { verifySite } from '#server/backup/verify/verify-site.ts'
import { command, named, optionally } from './command.ts'

export const verifyCommand = command({
  name: 'verify',
  says: 'Compares what the site keeps twice, and ends with 1 when something is not as it should be.',
  more: 'Counters with rows, rows with files, search with what it is made of, and the newest backup with its manifest.',
  options: {
    backups: { ...optionally(named('where backups are; BACKUP_DIR otherwise')), value: 'FOLDER' },
  },
  run: async ({ config, pool, note }, given) => {
    const backups = given.backups ?? config.backupDir
    const faults = await verifySite({ config, pool, backups, onStep: (step) => note(`${step} …`) })
    if (faults.length > 0) return { rows: faults, isFine: false, ...(isCut(faults) && { says: more }) }
    const and =
      backups === undefined
        ? 'No backup was looked at, for BACKUP_DIR names none.'
        : 'So does the newest backup.'
    return { says: `All of it agrees. ${and}` }
  },
})

const isCut = (faults: Fault[]) =>
  [...Map.groupBy(faults, ({ kind }) => kind).values()].some(({ length }) => length >= mostOfAKind)

const more = `Of a kind no more than ${mostOfAKind} are said: mend these, then give the command again.`
