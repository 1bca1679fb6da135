import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstScreenChunks } from './first-screen-chunks.ts';
import { keepUsedStyles } from './keep-used-styles.ts';
import { leanContracts } from './lean-contracts.ts';
import { preloadFont } from './preload-font.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The builder and, as a page of its own with a small bundle, the public chat. */
const pages = ['index.html', 'chat.html'].map(here).filter((page) => existsSync(page));

const server = process.env.ATELIER_SERVER ?? 'http://127.0.0.1:3000';

/** In development the public addresses show the chat page and the script of the widget, as the server does in production. */
const publicPages: Plugin = {
  name: 'public-pages',
  configureServer: (dev) => {
    dev.middlewares.use((request, response, next) => {
      const appId = /^\/widget\/([\w-]+)\.js$/.exec(request.url ?? '')?.[1];
      if (appId === undefined && /^\/(chat|widget|user)([/?]|$)/.test(request.url ?? ''))
        request.url = '/chat.html';
      if (request.url !== '/widget.js' && appId === undefined) return next();
      // Sites load it as a classic script, which may not export anything.
      dev.transformRequest('/src/widget/loader.ts').then((result) => {
        response.setHeader('content-type', 'text/javascript');
        const start = appId === undefined ? '' : `document.currentScript.dataset.app ??= '${appId}';\n`;
        response.end(start + (result?.code ?? '').replace(/^export .*$/m, ''));
      }, next);
    });
  },
};

const plugins = () => [
  react(),
  publicPages,
  keepUsedStyles(here('src')),
  leanContracts(here('src')),
  preloadFont('roboto-latin-400-normal.woff2'),
];
// light-dark() and :has() are shipped unchanged, and these are the first browsers that support both.
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

/** The screens that load before the user clicks anything: the page that reads the session, the home screen, the chat. */
const firstScreens = {
  page: ['index.html'],
  'sign-in': ['index.html', 'src/features/account/identity/sign-in-screen.tsx'],
  home: ['index.html', 'src/shell/builder-layout.tsx', 'src/shell/home/home-screen.tsx'],
  first: ['index.html', 'src/features/operate/onboarding/first-minute.tsx'],
  chat: ['chat.html'],
};

const buildOptions = {
  outDir: here('../../dist/web'),
  emptyOutDir: true,
  target: browsers,
  cssTarget: browsers,
  // The content security policy forbids data: URLs for scripts and styles, so small files stay files.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

const rolldownOptions = async () => {
  const first = {
    root: here('.'),
    plugins: plugins(),
    build: { ...buildOptions, rolldownOptions: { input: pages } },
  };
  const groups = [
    { name: await firstScreenChunks(first, firstScreens), debugName: 'first screens', priority: 30 },
    { name: 'forms', test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/, priority: 20 },
  ];
  // The first script lists the names of all files. So those that are loaded later have none but a short hash, and the others one letter
  // for each first screen that shares them.
  const chunkFileNames = ({ name }: { name: string }) =>
    /^(page|sign-in|home|first|chat)/.test(name)
      ? `assets/${name.replaceAll(/([a-z])[a-z]*-?/g, '$1')}-[hash:7].js`
      : 'assets/[hash:7].js';
  const assetFileNames = ({ names }: { names: string[] }) =>
    names[0]?.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]';
  return {
    input: pages,
    output: {
      chunkFileNames,
      assetFileNames,
      codeSplitting: { groups, includeDependenciesRecursively: false },
    },
  };
};

export default defineConfig(async ({ command }) => ({
  root: here('.'),
  plugins: plugins(),
  // The server replaces it in each reply (apps/server/src/kernel/http/security-headers.ts).
  html: { cspNonce: 'NONCE-OF-THIS-REPLY' },
  build: {
    ...buildOptions,
    // Lists the files that each page loads, for the check of sizes.
    manifest: true,
    rolldownOptions: command === 'build' ? await rolldownOptions() : { input: pages },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/v1', '/mcp'].map((path) => [path, { target: server }])),
  },
}));
