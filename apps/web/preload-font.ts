import type { Plugin } from 'vite';

/**
 * Lets a page ask for one font at once, beside its scripts, instead of when they have drawn the first text.
 * The name is that of the file before the build gave it a hash.
 */
export const preloadFont = (name: string): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle }) => {
      const font = Object.values(bundle ?? {}).find((it) => it.type === 'asset' && it.names.includes(name));
      if (font === undefined) throw new Error(`No style sheet of the page asks for ${name}.`);
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${font.fileName}`,
        crossorigin: '',
      };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});
