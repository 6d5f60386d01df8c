import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Tests take twice as long in a browser with a user interface. */
const headlessShell = 'chromium-headless-shell'
const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  `/usr/bin/${headlessShell}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const installHint = `The browser tests need Chromium. Install it and run this again:
  Debian, Ubuntu:  sudo apt-get install ${headlessShell}
  macOS:           brew install --cask chromium
  anything else:   set CHROMIUM_PATH to a Chromium or Chrome program`

/** Finds this machine's Chromium. Installs Debian's headless shell first if that needs no confirmation. */
export function findChromium(): string {
  const [chosenPath, shellPath = ''] = chromiumPaths
  if (!chosenPath && !existsSync(shellPath)) installDebian(headlessShell, 'fonts-liberation')
  const path = findInstalledChromium()
  if (path) return path
  console.error(installHint)
  process.exit(1)
}

/** Installs PostgreSQL for one test in CI on Debian. Elsewhere this test is skipped without it. */
export function installDebianPostgresInCi() {
  if (process.env.CI && !existsSync('/usr/lib/postgresql')) installDebian('postgresql')
}

export const findInstalledChromium = () => chromiumPaths.find((path) => path && existsSync(path))

function installDebian(...packages: string[]) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.info(`Installing ${packages.join(', ')} from Debian's packages`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...options: string[]) =>
    spawnSync('apt-get', options, { stdio: 'ignore', env: environment }).status === 0
  return aptGet('update') && aptGet('install', '-y', '--no-install-recommends', ...packages)
}
