import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { css, plainClassNames } from './styles.config.ts'

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes a .br and a .gz beside every text asset, so that the server never compresses one on the way out. */
function precompress(): Plugin {
  return {
    name: 'foldout:precompress',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map((file) => compressBeside(join(file.parentPath, file.name))))
    },
  }
}

async function compressBeside(file: string) {
  const bytes = await readFile(file)
  await writeFile(`${file}.br`, await brotli(bytes))
  await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }))
}

export default defineConfig(({ command }) => ({
  plugins: [react(), plainClassNames(), precompress()],
  css,
  publicDir: 'web/public',
  builder: {},
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
          input: ['web/entry-browser.tsx', 'web/start.tsx'],
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // The first load names every file that a lazy page needs, so long names would cost more than some files.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                // The entry waits for the first paint, so nothing that it needs may bring the rest along.
                { name: 'first', test: /entry-browser|early-clicks|vite\/preload-helper/, priority: 3 },
                { name: 'vendor', test: libraries, tags: ['$initial'], priority: 2 },
                // What every page loads, in one file instead of one for each part that a lazy page shares.
                { name: 'site', tags: ['$initial'], priority: 1 },
                // Split by who else needs each part, what home shares with profiles and settings would be bigger.
                {
                  name: 'parts',
                  test: /web\/(ui\/(number|marks\/overprint|states\/(empty|try-again))|page\/page-head|favorites\/favorite-calls|api\/(cached|refresh))\.tsx?$/,
                },
                { name: 'icons', test: /node_modules\/lucide-react\// },
                // Each too small to be fetched by itself.
                {
                  name: 'small',
                  test: /web\/(accounts\/session-ended|creators\/user-calls|api\/(error-sentence|find-\w+|project-lists|refresh-lists|use-write)|browser\/[\w-]+|focus\/timer\/timer-keys|projects\/workspace-address|ui\/(use-(mounted|now|part)|dialogs\/use-step-focus|forms\/(use-editing|unsaved-work)|controls\/(icon|copy)-button)|page\/use-page-address|settings\/setting-calls)\.tsx?$/,
                },
                {
                  name: 'rack',
                  test: /web\/(zines\/zine-grid|creators\/creator-rack|ui\/controls\/tabs)\.tsx$/,
                },
                {
                  name: 'account',
                  test: /web\/accounts\/(account-calls|mail-toasts|use-viewer-change)\.ts$/,
                },
                { name: 'titles', test: /contract\/(one-line|workspace-limits)\.ts$/ },
                { name: 'fields', test: /web\/ui\/forms\/((text|password)-)?field\.tsx$/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Built, the server needs no packages for its pages and React is the production one.
      define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
      resolve: { noExternal: command === 'build' ? true : undefined },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
    },
  },
}))
