import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { makeBase, upload } from './src/knowledge.ts';
import { signIn } from './src/steps.ts';

/** A server on loopback that keeps the bodies that are sent to it. */
const startSite = async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.end('accepted');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/requests`, bodies, close: () => server.close() };
};

test('an agent is watched while it searches, asks before it sends, and answers', {
  tag: ['@AGENT-15'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const site = await startSite();
  const model = await startScriptedModel((_question, turn) => {
    if (turn === 0)
      return {
        thinking: 'I look up the rule first.',
        text: 'I look it up.',
        calls: [['search_staff_handbook', { query: 'days of leave' }]],
      };
    if (turn === 1)
      return {
        calls: [['send_request', { method: 'POST', url: site.url, body: { days: 24 } }]],
      };
    return 'I sent the request for **25 days**.';
  });
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Staff handbook');
  await upload(client, base, [{ name: 'leave.md', content: '# Leave\n\nEmployees get 25 days of leave.' }]);
  const modelId = await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    name: 'Clerk',
    modelId,
    knowledgeBaseIds: [base],
    tools: { toolList: [{ _id: 'tol_send_request' }] },
  });

  await test.step('a task with a sample document is given', async () => {
    await page.goto(`${product.origin}/agent?id=${agentId}`);
    await signIn(page, email);
    // A phone shows the settings and the trial one at a time.
    await expect(page.getByRole('heading', { level: 1, name: 'Clerk' })).toBeVisible({ timeout: 60_000 });
    const part = page.getByRole('radiogroup', { name: 'Part of the workbench' }).getByText('Try it');
    if (await part.isVisible()) await part.click();
    await expect(page.getByRole('textbox', { name: 'Task' })).toBeVisible({ timeout: 60_000 });
    await page.getByLabel('Sample document').setInputFiles({
      name: 'request.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Ada wants leave.'),
    });
    await expect(page.getByText('request.txt')).toBeVisible();
    await page.getByRole('textbox', { name: 'Task' }).fill('Ask for my leave.');
    await builder.look('agent-task', { fullPage: true });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
  });

  await test.step('it searches, and waits before it sends anything', async () => {
    const card = page.getByRole('region', { name: /^May the agent use/ });
    await expect(card).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('article', { name: 'Call of Search Staff handbook' })).toBeVisible();
    expect(site.bodies).toEqual([]);
    await builder.look('agent-approval', { fullPage: true });
    await card.getByRole('button', { name: 'Change first' }).click();
    await card.getByRole('textbox', { name: /^Body/ }).fill('{"days":25}');
    await builder.look('agent-arguments', { fullPage: true });
    await card.getByRole('button', { name: 'Approve with these arguments' }).click();
  });

  await test.step('the request is sent once, with the changed arguments, and the answer comes', async () => {
    await expect(page.getByText('I sent the request for')).toBeVisible({ timeout: 60_000 });
    expect(site.bodies).toEqual(['{"days":25}']);
    await page.getByRole('button', { name: 'Thinking' }).click();
    await expect(page.getByText('I look up the rule first.')).toBeVisible();
    await page.getByRole('button', { name: 'Arguments and result' }).first().click();
    await expect(page.getByText(/25 days of leave/).first()).toBeVisible();
    await builder.look('agent-answer', { fullPage: true });
  });

  await test.step('the run is kept with its steps', async () => {
    await page.getByRole('tab', { name: 'Runs' }).click();
    await page.getByRole('link', { name: /^Ask for my leave\./ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Run of Clerk' })).toBeVisible();
    await expect(page.getByText('With the text of request.txt.')).toBeVisible();
    await builder.look('agent-run', { fullPage: true });
  });
  builder.expectQuiet();
  await model.close();
  site.close();
});
