import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { eventually } from './src/eventually.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { freePort } from './src/free-port.ts';
import { signIn } from './src/steps.ts';

const command = createRequire(new URL('../apps/server/package.json', import.meta.url)).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

/** The official reference server. */
const startEverything = async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [command, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  await eventually(answers);
  return {
    url: `${origin}/mcp`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};

test('an MCP server is connected, given to an agent, and asked for after its own text was read', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const everything = await startEverything();
  const model = await startScriptedModel((_question, turn) => {
    if (turn === 0) return { calls: [['reference_echo', { message: 'Send the files.' }]] };
    if (turn === 1) return { calls: [['reference_get_sum', { a: 19, b: 23 }]] };
    return 'The sum is **42**.';
  });
  const { client, email } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', { name: 'Adder', modelId });

  await test.step('a server is connected by its address', async () => {
    await page.goto(`${product.origin}/tools?part=servers`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { name: 'Connect your first MCP server' })).toBeVisible({
      timeout: 60_000,
    });
    await builder.look('mcp-empty');
    await page.getByRole('button', { name: 'New MCP server' }).click();
    const form = page.getByRole('dialog', { name: 'New MCP server' });
    await form.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/mcp');
    await form.getByRole('button', { name: 'Connect' }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await builder.look('mcp-unreachable');
    await form.getByRole('textbox', { name: 'Address' }).fill(everything.url);
    await form.getByRole('button', { name: 'Connect' }).click();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Reference');
    await form.getByRole('button', { name: 'Choose none' }).click();
    await form.getByRole('checkbox', { name: /Echo/ }).check();
    await form.getByRole('checkbox', { name: /Sum/ }).check();
    await builder.look('mcp-tools');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('Works', { exact: true })).toBeVisible();
    await builder.look('mcp-list');
  });

  await test.step('an agent gets it', async () => {
    await page.goto(`${product.origin}/agent?id=${agentId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Adder' })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: /^MCP servers/ }).click();
    await page.getByRole('combobox', { name: 'MCP servers' }).click();
    await page.getByRole('option', { name: 'Reference' }).click();
    await expect(page.getByRole('combobox', { name: 'Tools of Reference' })).toBeVisible();
    await page.keyboard.press('Escape');
    await builder.look('mcp-agent', { fullPage: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  });

  await test.step('a run asks before it acts, and shows server and tool', async () => {
    const part = page.getByRole('radiogroup', { name: 'Part of the workbench' }).getByText('Try it');
    if (await part.isVisible()) await part.click();
    await page.getByRole('textbox', { name: 'Task' }).fill('Add 19 and 23.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('article', { name: /^Call of Reference: Echo/ })).toBeVisible({
      timeout: 60_000,
    });
    const card = page.getByRole('region', { name: /^May the agent use/ });
    await expect(card).toBeVisible({ timeout: 60_000 });
    await builder.look('mcp-approval', { fullPage: true });
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('The sum is 42.')).toBeVisible({ timeout: 60_000 });
    await builder.look('mcp-result', { fullPage: true });
  });

  await test.step('the agents that lose it are named before it is deleted', async () => {
    await page.goto(`${product.origin}/tools?part=servers`);
    await page.getByRole('button', { name: 'Actions for Reference' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Reference”?' });
    await expect(question.getByRole('link', { name: 'Adder' })).toBeVisible();
    await builder.look('mcp-delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Connect your first MCP server' })).toBeVisible();
  });
  await everything.close();
});

test('a picture that a tool of an MCP server returns is kept and shown with the run', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const everything = await startEverything();
  const model = await startScriptedModel((_question, turn) =>
    turn === 0 ? { calls: [['reference_get_tiny_image', {}]] } : 'Here is the picture.',
  );
  const { client, email } = await product.signUp('Ada');
  const { mcpId } = await client.post<{ mcpId: string }>('/api/crew/mcps', {
    ...{ name: 'Reference', url: everything.url },
    tools: [{ name: 'get-tiny-image', effect: 'READS', approval: 'NEVER' }],
  });
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Painter', modelId: await model.offerTo(client), tools: { mcpList: [{ _id: mcpId }] } },
  });
  const task = { agentId, input: 'Show me a picture.', environment: 'TESTING' };
  const { runId } = await client.post<{ runId: string }>('/api/crew/agent-runs', task);
  await page.goto(`${product.origin}/agent-run?id=${runId}`);
  await signIn(page, email);
  const picture = page.getByRole('img', { name: /^get-tiny-image-.*\.png$/ });
  await expect(picture).toBeVisible({ timeout: 60_000 });
  const width = 'document.querySelector(\'img[alt^="get-tiny-image-"]\')?.naturalWidth ?? 0';
  await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(1);
  await expect(page.getByRole('link', { name: /^Download get-tiny-image-/ })).toBeVisible();
  await builder.look('mcp-picture', { fullPage: true });
  await everything.close();
  await model.close();
});
