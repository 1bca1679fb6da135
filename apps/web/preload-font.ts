import type { Plugin } from 'vite';

/**
 * Makes a page request one font together with its scripts, instead of only when they draw the first text. `name` is the name of the file
 * without the hash that the build adds.
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
