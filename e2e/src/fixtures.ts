import { type BrowserContextOptions, test as base } from '@playwright/test';
import { type Product, startProduct } from './product.ts';
import { type Provider, startProvider } from './provider.ts';
import { type Watched, watch } from './watched.ts';

interface Fixtures {
  /** A server for each journey, with a new data folder and the default configuration. */
  product: Product;
  /** A page of a signed-in user who builds apps. */
  builder: Watched;
  /** A page in another browser profile, without an account. */
  visitor: Watched;
  provider: Provider;
}

/** Returns the options of the project, so that a new profile has the same size and colour scheme. */
const optionsOf = (given: object): BrowserContextOptions =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the
  // pattern.
  product: async ({}, use) => {
    const product = await startProduct({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    await use(product);
    await product.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    await provider.close();
  },
  builder: async ({ page }, use) => use(watch(page)),
  visitor: async ({ browser, contextOptions }, use, { project }) => {
    const context = await browser.newContext(optionsOf({ ...project.use, ...contextOptions }));
    await use(watch(await context.newPage()));
    await context.close();
  },
});
