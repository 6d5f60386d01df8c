import { createServer, isRunnableDevEnvironment } from 'vite'
import type { App } from '#server/http/fastify.ts'
import type { PageSource } from './render-page.ts'

export async function devPages(app: App): Promise<PageSource> {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the pages here')
  app.addHook('onClose', async () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return done()
    // Vite's client needs inline scripts and a WebSocket, unlike the built pages.
    reply.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  return {
    entry: () => ssr.runner.import('/web/entry-server.tsx'),
    assetsFor: () => ({ assets, css: '' }),
  }
}

const assets = {
  script: '/web/entry-browser.tsx',
  styles: ['/web/styles.css'],
  inlined: false,
  later: [],
  fonts: [],
}
