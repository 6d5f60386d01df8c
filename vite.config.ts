import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type UserConfig } from 'vite'
import { builder } from './server/pages/build.ts'
import { fontLicences } from './server/pages/font-licences.ts'
import { languages } from './web/languages/catalogues-plugin.ts'
import { css } from './web/ui/styles/class-name.ts'

/** Built separately into one file that shares no chunks with the pages. Its URL is the same in every build. */
const worker: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/client',
    // The folder contains the client's build, which runs first (server/pages/build.ts).
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'web/offline/service-worker.ts',
      output: { entryFileNames: 'service-worker.js' },
    },
  },
}

/** Modules that the browser loads together. */
const chunks = [
  // The entry waits for the first paint, so its modules must not load the rest.
  { name: 'first', test: /entry-browser|browser\/wait-until-reachable|vite\/preload-helper/, priority: 3 },
  // Inlined into the document, so it cannot share chunks.
  { name: 'inline', test: /web\/(entry-inline|early-clicks|slow-connection)\.ts/, priority: 3 },
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
    tags: ['$initial' as const],
    priority: 2,
  },
  // Modules that every page loads.
  { name: 'site', tags: ['$initial' as const], priority: 1 },
  // The home page, where most visits begin, and the modules that it shares with other pages.
  {
    name: 'shared',
    test: /contract\/(filters|kinds|language-tag)|web\/(details\/zine-calls|follows\/list-followed-zines|zines\/(zine-card|zines-tab)|page-data\/(list-cursor|page-head)|ui\/controls\/tabs|ui\/marks\/overprint|ui\/states)/,
  },
  // Small modules of most other pages. Separate chunks would add more file names to the first load.
  {
    name: 'parts',
    test: /node_modules\/lucide-react|web\/ui\/(announce|browser-only|load-state|use-debounced|use-now|list-order|controls\/back-link|forms\/check)/,
  },
  // What is saved in the browser. The first group finds and removes it, the second saves it.
  { name: 'offline', test: /web\/offline\/(cache-entries|keep-when-idle|offline-(documents|workspace|zines))/ },
  { name: 'saving', test: /web\/offline\/(download-files|keep-workspace|(save|refresh|use)-offline-zines?)\.ts/ },
  // Forms. With separate chunks, dialogs would wait for more files.
  {
    name: 'forms',
    test: /web\/(accounts\/(account-form|account-calls|code-field)|ui\/forms\/(field|radio-group))/,
  },
]

export default defineConfig(({ command }) => {
  // With NODE_ENV=test, half of React would be the development build, and rendering would fail.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return config(command)
})

const config = (command: 'build' | 'serve'): UserConfig => ({
  plugins: [react(), languages(), fontLicences()],
  css,
  publicDir: 'web/public',
  // Loads parts on demand, such as hyphenation patterns. Otherwise the worker that draws pages would have all languages.
  worker: { format: 'es' },
  builder,
  optimizeDeps: {
    entries: ['web/entry-browser.tsx'],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Images inlined into the styles would delay the first paint.
        assetsInlineLimit: 0,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // All entries, so that modules which they share count as initial in `chunks`.
          input: ['web/entry-browser.tsx', 'web/start.tsx', 'web/entry-inline.ts'],
          optimization: { inlineConst: { mode: 'all' } },
          experimental: { lazyBarrel: true },
          output: {
            // The first load lists the files of all lazy pages, so long names would cost more than some files.
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
      // The built server needs no packages for its pages, and uses React's production build.
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
