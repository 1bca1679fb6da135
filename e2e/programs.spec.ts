import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { eventually } from './src/eventually.ts';
import { test } from './src/fixtures.ts';
import { listImports, makeBase, upload } from './src/knowledge.ts';
import { signIn } from './src/steps.ts';

const run = promisify(execFile);

/** Reads an example as somebody does who copies it. */
const exampleOf = async (page: Page, form: string, language: string): Promise<string> => {
  await page.getByRole('radiogroup', { name: 'Form of the call' }).getByText(form, { exact: true }).click();
  await page.getByRole('tab', { name: language, exact: true }).click();
  return page.getByRole('region', { name: `the example for ${form}, ${language}`, exact: true }).innerText();
};

/** Runs the arguments of a curl command as a shell would pass them. */
const runCurl = async (code: string, apiKey: string): Promise<string> => {
  const words = [...code.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  const [, ...args] = words.map(([, single, double, bare]) => single ?? double ?? bare ?? '');
  const filled = args.map((each) => each.replace('$ATELIER_API_KEY', apiKey));
  return (await run('curl', ['-sS', ...filled])).stdout;
};

test('the examples of an app’s API tab work as they are shown', {
  tag: ['@CHAT-07'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const { client, email } = await product.signUp('Ada Lovelace');
  const base = await makeBase(client, 'Handbook');
  const content = '# Help\n\nThe desk can help you with keys, badges and parking.\n';
  await upload(client, base, [{ name: 'desk.md', content }]);
  await eventually(async () => (await listImports(client, base))[0]?.status === 'COMPLETED');
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', {
    name: 'Front desk',
    knowledgeBaseIds: [base],
  });
  // Modules are found from the folder of the program, so it lies in the project.
  const folder = await mkdtemp(join(import.meta.dirname, 'test-results-program-'));
  const runProgram = async (code: string, apiKey: string): Promise<string> => {
    const file = join(folder, 'example.mjs');
    await writeFile(file, code);
    const env = { ...process.env, ATELIER_API_KEY: apiKey };
    return (await run(process.execPath, [file], { env })).stdout;
  };

  await page.goto(product.origin);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/agents$/);
  await page.goto(`${product.origin}/apps/${appId}`);
  await page.getByRole('tab', { name: 'API', exact: true }).click();
  await page.getByRole('button', { name: 'Get API key' }).click();
  const key = page.getByText(/^atl_[\w-]{20,}/);
  await expect(key).toBeVisible();
  const apiKey = await key.innerText();
  await builder.look('app-api', { fullPage: true });

  try {
    for (const [form, language] of [
      ['Responses', 'curl'],
      ['Chat completions', 'curl'],
      ['Our own', 'curl'],
      ['Our own', 'curl, streamed'],
    ] as const)
      expect(await runCurl(await exampleOf(page, form, language), apiKey), `${form}, ${language}`).toContain(
        'badges',
      );
    for (const form of ['Responses', 'Chat completions'])
      expect(await runProgram(await exampleOf(page, form, 'JavaScript'), apiKey), form).toContain('badges');
    expect(await runProgram(await exampleOf(page, 'MCP', 'JavaScript'), apiKey)).toContain('Front desk');
    const configuration: unknown = JSON.parse(await exampleOf(page, 'MCP', 'Configuration'));
    expect(configuration).toMatchObject({ mcpServers: { atelier: { url: `${product.origin}/mcp` } } });
    await builder.look('app-api-mcp', { fullPage: true });
  } finally {
    await rm(folder, { recursive: true });
  }
  builder.expectQuiet();
});
