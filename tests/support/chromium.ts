import { findInstalledChromium } from './system-programs.ts'

export const testChromium = {
  executablePath: findInstalledChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
}
