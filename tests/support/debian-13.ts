import { type ExecFileSyncOptions, execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { canMount } from './small-disk.ts'

/** Making a Debian needs root, mounts and debootstrap. Tests that use one are skipped without them. */
export const canMakeDebian = canMount && process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap')

export type Debian = Awaited<ReturnType<typeof makeDebian13>>

/** A new Debian 13 in a folder. It shares the kernel, the network and the processes of this machine. */
export async function makeDebian13() {
  // Not in the folder for temporary files, which may be a small disk in memory.
  const root = await mkdtemp('/var/tmp/foldout-debian-')
  await chmod(root, 0o755)
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates,curl', 'trixie', root], quiet)
  const mounts = { proc: 'proc', 'dev/shm': 'tmpfs', run: 'tmpfs' }
  for (const [path, type] of Object.entries(mounts)) execFileSync('mount', ['-t', type, type, join(root, path)])
  for (const path of ['/etc/resolv.conf', certificates]) cpSync(path, join(root, path), { dereference: true })
  await writeFile(join(root, 'etc/apt/apt.conf.d/90yes'), 'APT::Get::Assume-Yes "true";\n')
  for (const [path, script] of Object.entries(scripts)) {
    await writeFile(join(root, path), script)
    await chmod(join(root, path), 0o755)
  }
  return {
    root,
    /** Runs lines of a shell as root. Fails like the first line that fails. @returns what they print */
    async run(lines: string, cwd = '/root') {
      const script = `set -e\numask ${umask}\ncd ${cwd}\n${lines}\n`
      const { stdout, stderr } = await promisify(execFile)('chroot', [root, 'bash', '-c', script], {
        env: { ...environment, ...passedOn() },
        maxBuffer: 64 * 1024 ** 2,
      })
      return stdout + stderr
    },
    async remove() {
      execFileSync('chroot', [root, 'systemctl', 'stop', 'foldout'])
      for (const path of Object.keys(mounts).reverse()) execFileSync('umount', ['--lazy', join(root, path)])
      await rm(root, { recursive: true })
    },
  }
}

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] } satisfies ExecFileSyncOptions
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** The strictest that an administrator may have: the installation must not depend on it. */
const umask = '077'
const environment = {
  HOME: '/root',
  // The person for the audit log.
  SUDO_USER: 'operator',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  DEBIAN_FRONTEND: 'noninteractive',
  NODE_EXTRA_CA_CERTS: certificates,
}

/** What this machine needs to reach the registries. */
const passedOn = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /_proxy$|^npm_config_registry$/i.test(name)))

const unit = '/etc/systemd/system/foldout.service'
/** systemd cannot run in a folder. This runs the service's command as its user, with its umask and its environment. */
const systemctl = `#!/bin/bash
value() { sed -n "s/^$1=//p" ${unit}; }
stop() {
  [ -f /run/foldout.pid ] || return 0
  read -r pid </run/foldout.pid
  kill "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm /run/foldout.pid
}
start() {
  touch /var/log/foldout.log
  user=$(value User)
  install -d -o "$user" -g "$user" -m "$(value RuntimeDirectoryMode)" "/run/$(value RuntimeDirectory)"
  cd "$(value WorkingDirectory)"
  umask "$(value UMask)"
  # shellcheck disable=SC2046
  env -i PATH="$PATH" HOME="$PWD" $(value Environment) \\
    setpriv --reuid="$user" --regid="$user" --init-groups $(value ExecStart) >>/var/log/foldout.log 2>&1 </dev/null &
  echo $! >/run/foldout.pid
}
case "$* " in
  *foldout.service*|*'foldout '*)
    case "$1" in stop) stop;; start|enable) start;; restart) stop; start;; esac;;
esac
`

const scripts = {
  // Packages must not start their services.
  'usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
  'usr/local/bin/systemctl': systemctl,
  'usr/local/bin/journalctl': '#!/bin/sh\ntail -n 20 /var/log/foldout.log\n',
}
