import { builtinEnvironments, type Environment } from 'vitest/runtime';

const dom = builtinEnvironments['happy-dom'];

/**
 * Returns happy-dom without its console, to which it writes each failed reply and each unfinished call of a page, as a browser does. Tests
 * cause both on purpose. Output of our own code goes to the console of the process, where it fails the test.
 */
const silentDom: Environment = {
  ...dom,
  name: 'silent-dom',
  async setup(global: typeof globalThis, options) {
    // happy-dom reads this only while the window is created.
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
