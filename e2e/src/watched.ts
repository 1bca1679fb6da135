import { expect, type Page, test } from '@playwright/test';
import axe, { type Result } from 'axe-core';

/** A page whose console messages are recorded and whose screens are checked for accessibility. */
export interface Watched {
  page: Page;
  /**
   * Expects no accessibility violations on the current screen, and takes a picture of it. A journey whose steps are the same at every size
   * looks at it a second time, on a phone in the dark.
   */
  look(name: string, options?: { fullPage?: boolean }): Promise<void>;
  /** Ignores the browser's own messages about an unreachable server while the work runs. */
  whileServerIsAway<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Expects no errors in the console and nothing that the content security policy blocked.
   * `refused` matches a call that is meant to fail, which browsers log too.
   */
  expectQuiet(refused?: RegExp): void;
}

const isAboutConnection = (text: string) =>
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|50[234]|NetworkError|network error/i.test(text);

const phone = { width: 412, height: 839 };

/** Does the work at the size of a phone and in the dark, and goes back. */
const onPhone = async (page: Page, work: () => Promise<void>): Promise<void> => {
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(phone);
  await work();
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
};

/** Runs in the browser, so it is a text that the type checker does not see. */
const runAxe = `axe.run({ exclude: [['iframe']] }, { resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/**
 * Returns the rules of axe that the screen breaks. A chat in a frame is a page of its own and is checked as such. The program is loaded
 * once for each page, and describes only what fails: both take more time than the rules do.
 */
const findViolations = async (page: Page): Promise<Result[]> => {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(axe.source);
  return page.evaluate<Result[]>(runAxe);
};

export const watch = (page: Page): Watched => {
  const complaints: string[] = [];
  let isAway = false;
  const complain = (text: string) => {
    if (!(isAway && isAboutConnection(text))) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      complain(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(String(error.stack)));
  let shots = 0;
  const lookOnce = async (name: string, fullPage: boolean): Promise<void> => {
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    shots += 1;
    const file = `${String(shots).padStart(2, '0')}-${name}.png`;
    const { project, title } = test.info();
    const folder = title.split(' ').slice(0, 3).join('-').toLowerCase();
    await page.screenshot({ path: `e2e/screenshots/${project.name}/${folder}/${file}`, fullPage });
    const violations = await findViolations(page);
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${name}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
      ),
    ).toEqual([]);
  };
  return {
    page,
    async look(name, { fullPage = false } = {}) {
      await lookOnce(name, fullPage);
      if (test.info().project.metadata['looksTwice'] === true)
        await onPhone(page, () => lookOnce(`${name}-phone`, fullPage));
    },
    async whileServerIsAway(work) {
      isAway = true;
      try {
        return await work();
      } finally {
        isAway = false;
      }
    },
    expectQuiet(refused) {
      expect(complaints.filter((complaint) => refused?.test(complaint) !== true)).toEqual([]);
    },
  };
};
