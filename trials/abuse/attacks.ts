import type { Attack } from './attack.ts'
import { announcedUploads } from './attacks/announced-uploads.ts'
import { bigAccount } from './attacks/big-account.ts'
import { bodies } from './attacks/bodies.ts'
import { fullDisk } from './attacks/full-disk.ts'
import { largePages } from './attacks/large-pages.ts'
import { oneMember } from './attacks/one-member.ts'
import { recipes } from './attacks/recipes.ts'
import { recovery } from './attacks/recovery.ts'
import { slowComics } from './attacks/slow-comics.ts'
import { slowSvgs } from './attacks/slow-svgs.ts'

/** Every kind of abuse that once crashed the site, filled its disk or slowed it down for others. */
export const attacks: Attack[] = [
  bodies,
  fullDisk,
  announcedUploads,
  oneMember,
  slowSvgs,
  largePages,
  slowComics,
  recipes,
  recovery,
  bigAccount,
]
