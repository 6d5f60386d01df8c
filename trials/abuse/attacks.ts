import type { Attack } from './attack.ts'
import { announcedUploads } from './attacks/announced-uploads.ts'
import { bigAccount } from './attacks/big-account.ts'
import { bodies } from './attacks/bodies.ts'
import { fullDisk } from './attacks/full-disk.ts'
import { fuzz } from './attacks/fuzz.ts'
import { guessing } from './attacks/guessing.ts'
import { largePages } from './attacks/large-pages.ts'
import { log } from './attacks/log.ts'
import { names } from './attacks/names.ts'
import { oneMember } from './attacks/one-member.ts'
import { origins } from './attacks/origins.ts'
import { pictures } from './attacks/pictures.ts'
import { recovery } from './attacks/recovery.ts'
import { slowComics } from './attacks/slow-comics.ts'
import { slowDrawings } from './attacks/slow-drawings.ts'
import { stop } from './attacks/stop.ts'
import { uploads } from './attacks/uploads.ts'

/** Everything that has once brought the site down, filled it, or reached what was not theirs. */
export const attacks: Attack[] = [
  bodies,
  fullDisk,
  announcedUploads,
  oneMember,
  pictures,
  slowDrawings,
  largePages,
  slowComics,
  stop,
  uploads,
  guessing,
  origins,
  names,
  recovery,
  log,
  fuzz,
  bigAccount,
]
