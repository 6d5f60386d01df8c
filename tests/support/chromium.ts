import { findInstalledChromium } from './system-programs.ts'

/** With slight hinting the headless shell draws text as Chromium does on a screen. */
export const testChromium = {
  executablePath: findInstalledChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--font-render-hinting=slight'],
}
