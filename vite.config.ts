import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type UserConfig } from 'vite'
import { builder } from './server/pages/build.ts'
import { css } from './web/ui/styles/class-name.ts'

/** Built by itself, so that it is one file which shares nothing with the pages. Its address is the same in every build. */
const worker: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/client',
    // The client's build is in there, which comes first (server/pages/build.ts).
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'web/offline/service-worker.ts',
      output: { entryFileNames: 'service-worker.js' },
    },
  },
}

/** Which files the browser fetches together. */
const chunks = [
  // The entry waits for the first paint, so nothing that it needs may bring the rest along.
  { name: 'first', test: /entry-browser|browser\/reachable|vite\/preload-helper/, priority: 3 },
  // Part of the document itself, so it may share nothing.
  { name: 'inline', test: /web\/(entry-inline|early-presses|slow-line)\.ts/, priority: 3 },
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
    tags: ['$initial' as const],
    priority: 2,
  },
  // What every page loads, in one file.
  { name: 'site', tags: ['$initial' as const], priority: 1 },
  // The page that most visits begin with, and what it shares with others.
  {
    name: 'shared',
    test: /web\/(zines\/(zine-card|zines-tab)|creators\/creator-rack|page\/list-rest|page\/page-head|ui\/controls\/tabs|ui\/marks\/overprint|ui\/states)/,
  },
  // Small parts of most other pages: each by itself would be one more name in the first load.
  {
    name: 'parts',
    test: /web\/ui\/(announce|browser-only|unread|controls\/back-link|forms\/check)/,
  },
  // Forms: each part by itself would be a file that a dialog waits for.
  {
    name: 'forms',
    test: /web\/(accounts\/(account-form|account-calls|code-field)|ui\/forms\/field)/,
  },
]

export default defineConfig(({ command }) => {
  // With NODE_ENV=test half of React would be the development build, and no page could be rendered.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return config(command)
})

const config = (command: 'build' | 'serve'): UserConfig => ({
  plugins: [react()],
  css,
  publicDir: 'web/public',
  builder,
  optimizeDeps: {
    entries: ['web/entry-browser.tsx'],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // A drawing inside the styles would delay the first paint.
        assetsInlineLimit: 0,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Named, so that what both need counts as initial below.
          input: ['web/entry-browser.tsx', 'web/start.tsx', 'web/entry-inline.ts'],
          optimization: { inlineConst: { mode: 'all' } },
          experimental: { lazyBarrel: true },
          output: {
            // The first load names every file that a lazy page needs, so long names would cost more than some files.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: { groups: chunks },
          },
        },
      },
    },
    ...(command === 'build' && { worker }),
    ssr: {
      // Built, the server needs no packages for its pages and React is the production one.
      define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
      resolve: { noExternal: command === 'build' ? true : undefined },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx', experimental: { lazyBarrel: true } },
      },
    },
  },
})
