import type { Member } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'

/** Checks the site after the background load has left. Returns the faults as sentences. */
export type AttackCheck = () => Promise<string[]>

export type Attack = {
  name: string
  description: string
  settings?: Record<string, string>
  /** Size of the site's disk, if not the usual one. With 0, the site uses the machine's disk. */
  diskMb?: number
  /** Creates a member who must exist before the background load starts. */
  prepare?(site: Site): Promise<Member>
  /** Runs the attack during the background load. Its requests and its duration are limited. */
  run(site: Site, prepared: Member | undefined): Promise<AttackCheck>
}

/** The IP address of the n-th attacker. Each is in its own network, separate from the background load. */
export const attackerAddress = (n: number) => `127.${20 + (n % 200)}.${Math.floor(n / 200)}.9`

export const repeat = <Result>(count: number, make: (n: number) => Result) =>
  Array.from({ length: count }, (_, n) => make(n))
