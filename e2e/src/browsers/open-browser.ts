import { type Browser, chromium, type Page } from '@playwright/test';

/** Opens Chromium without a window. */
export const openBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['ATELIER_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', ...args],
  });

/** Opens a page that is signed in by these cookies. */
export const openPage = async (
  browser: Browser,
  origin: string,
  cookies: ReadonlyMap<string, string>,
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
  return context.newPage();
};
