import { parseArgs } from 'node:util'
import { runMain } from '#server/process/run-main.ts'
import type { Cluster } from './cluster.ts'
import { openCluster } from './open-cluster.ts'
import { exitWithParent, makeClusterFolder, removeLeftovers } from './watchdog.ts'

const usage = `npm run cluster                       opens a site of several machines on this one, until Ctrl+C
npm run cluster -- --pgbouncer        the same, with a pgbouncer between sites and database
npm run cluster -- --set NAME=value   gives every site this setting; may be repeated`

const log = (line: string) => console.error(`  ${line}`)

// After that, the watchdog cleans up. Before the cluster exists, there is nothing else to do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

// The databases run as another user, who must be able to read the files written here.
await runMain(
  async () => {
    const options = readOptions(process.argv.slice(2))
    if (!options) return console.info(usage)
    if (process.platform !== 'linux') throw new Error('A cluster looks into /proc, which only Linux has.')
    if (process.env.npm_lifecycle_event) exitWithParent()
    await removeLeftovers()
    await showCluster(options)
    process.exit()
  },
  { sharesFiles: true },
)

/** Runs a cluster for manual use until it is stopped. */
async function showCluster({ pgbouncer, settings }: Options) {
  const folder = makeClusterFolder()
  const cluster = await openCluster({ folder, log, pgbouncer, settings })
  console.info(await describeCluster(cluster, folder))
  await untilSignal()
  log('Taking everything away…')
  await cluster.stop()
}

function untilSignal() {
  return new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal)
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
}

async function describeCluster(cluster: Cluster, folder: string) {
  const primary = await cluster.primary()
  const row = (name: string, about: string, pid: number | undefined) =>
    `  ${name.padEnd(12)} ${about.padEnd(24)} process ${pid}`
  return [
    '',
    `  The site is at      ${cluster.url}`,
    `  What it says is in  ${folder}, in a file named log of each part`,
    '  To end a part       kill -9 its process, and watch the others',
    '  To stop             press Ctrl+C',
    '',
    ...cluster.sites.map((site) => row(site.name, site.url, site.pid())),
    ...cluster.databases.map((node) => row(node.name, node === primary ? 'primary' : 'replica', node.pid())),
    ...[cluster.balancer, cluster.store, cluster.etcd, cluster.bouncer].flatMap((part) =>
      part ? [row(part.name, '', part.pid())] : [],
    ),
    '',
  ].join('\n')
}

type Options = {
  /** Puts pgbouncer in transaction mode between the sites and the database. */
  pgbouncer: boolean
  /** Settings of every site: NAME=value, repeatable. */
  settings: Record<string, string>
}

/** Undefined if help was requested. */
function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      pgbouncer: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  return { pgbouncer: values.pgbouncer, settings: Object.fromEntries(values.set.map(parseSetting)) }
}

function parseSetting(text: string) {
  const [, name = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/s.exec(text) ?? []
  if (!name) throw new Error(`--set takes NAME=value, and not ${text}`)
  return [name, value] as const
}
