import type { Member } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'

/** What must hold once the honest people have left, asked for then; answers what does not, as sentences. */
export type Check = () => Promise<string[]>

export type Attack = {
  name: string
  /** What is done to the site. */
  sentence: string
  settings?: Record<string, string>
  /** Of the site's disk, if it is not the usual one; 0 for the machine's. */
  diskMb?: number
  /** Makes somebody who has to be there before anybody uses the site. */
  prepare?(site: Site): Promise<Member>
  /** Does it, bounded in number and time, while honest people use the site. */
  run(site: Site, prepared: Member | undefined): Promise<Check>
}

/** Where the n-th attacker comes from: each from a network of their own, none from where honest people are. */
export const attackerAddress = (n: number) => `127.${20 + (n % 200)}.${Math.floor(n / 200)}.9`

export const times = <Result>(count: number, make: (n: number) => Result) =>
  Array.from({ length: count }, (_, n) => make(n))
