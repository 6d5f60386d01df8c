import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunks } from './chunks.config.ts'
import { leanRouter } from './router.config.ts'
import { css, plainClassNames } from './styles.config.ts'

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/
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
  plugins: [react(), plainClassNames(), leanRouter(), precompress()],
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
          input: ['web/entry-browser.tsx', 'web/start.tsx', 'web/entry-inline.ts'],
          optimization: { inlineConst: { mode: 'all' } },
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
