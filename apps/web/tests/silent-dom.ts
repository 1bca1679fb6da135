import { builtinEnvironments, type Environment } from 'vitest/runtime';

const dom = builtinEnvironments['happy-dom'];

/**
 * happy-dom without its console: like a browser it tells there of each answer that is no success, and of each call that a page
 * leaves behind. Tests make both on purpose. What our own code writes goes to the console of the process, where it is judged.
 */
const silentDom: Environment = {
  ...dom,
  name: 'silent-dom',
  async setup(global: typeof globalThis, options) {
    // Read while the window is made, and only then.
    const own = global.console;
    await import('happy-dom');
    Reflect.set(global, 'console', undefined);
    try {
      return await dom.setup(global, options);
    } finally {
      Reflect.set(global, 'console', own);
    }
  },
};

export default silentDom;
