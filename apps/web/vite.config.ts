import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { keepUsedStyles } from './keep-used-styles.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The builder and, as a page of its own with a small bundle, the public chat. */
const pages = ['index.html', 'chat.html'].map(here).filter((page) => existsSync(page));

const server = process.env.ATELIER_SERVER ?? 'http://127.0.0.1:3000';

/** In development the public addresses show the chat page, as the server does it in production. */
const publicPages: Plugin = {
  name: 'public-pages',
  configureServer: (dev) => {
    dev.middlewares.use((request, _response, next) => {
      if (/^\/(chat|widget)\//.test(request.url ?? '')) request.url = '/chat.html';
      next();
    });
  },
};

export default defineConfig({
  root: here('.'),
  plugins: [react(), publicPages, keepUsedStyles(here('src'))],
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    // light-dark() and :has() are used as they are; these are the first browsers that have both.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The policy forbids data: scripts and styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            {
              name: 'tanstack',
              test: /node_modules[\\/]@tanstack[\\/](react-|)(query|router|history|store)/,
              priority: 20,
            },
            { name: 'forms', test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/v1', '/mcp'].map((path) => [path, { target: server }])),
  },
});
