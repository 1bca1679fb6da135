import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';

const run = promisify(execFile);

/** Reads an example as somebody does who copies it. */
export const exampleOf = async (page: Page, form: string, language: string): Promise<string> => {
  await page.getByRole('radiogroup', { name: 'Form of the call' }).getByText(form, { exact: true }).click();
  await page.getByRole('tab', { name: language, exact: true }).click();
  return page.getByRole('region', { name: `the example for ${form}, ${language}`, exact: true }).innerText();
};

/** Runs the arguments of a curl command as a shell would pass them. */
export const runCurl = async (code: string, apiKey: string): Promise<string> => {
  const words = [...code.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  const [, ...args] = words.map(([, single, double, bare]) => single ?? double ?? bare ?? '');
  const filled = args.map((each) => each.replace('$ATELIER_API_KEY', apiKey));
  return (await run('curl', ['-sS', ...filled])).stdout;
};

/** Takes the user's key from the open API tab, where it is shown once. */
export const takeKey = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Get API key' }).click();
  const key = page.getByText(/^atl_[\w-]{20,}/);
  await expect(key).toBeVisible();
  return key.innerText();
};

type RunProgram = (code: string, language?: 'javascript' | 'python') => Promise<string>;

/** Gives `use` a function that runs an example as a program of its own, and returns what the program printed. */
export const withPrograms = async (
  apiKey: string,
  use: (runProgram: RunProgram) => Promise<void>,
): Promise<void> => {
  // Modules are found from the folder of the program, so it lies in the project.
  const folder = await mkdtemp(join(import.meta.dirname, '..', '..', 'test-results-program-'));
  try {
    await use(async (code, language = 'javascript') => {
      const [program, name] =
        language === 'python' ? ['python3', 'example.py'] : [process.execPath, 'example.mjs'];
      const file = join(folder, name);
      await writeFile(file, code);
      const env = { ...process.env, ATELIER_API_KEY: apiKey };
      return (await run(program, [file], { env })).stdout;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};
