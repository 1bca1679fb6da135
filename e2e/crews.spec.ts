import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { Client } from './src/client.ts';
import { startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

const makeAgent = async (
  client: Client,
  modelId: string,
  { name, ...more }: { name: string; description: string; tools?: object; approval?: 'ALWAYS' },
): Promise<string> => {
  const settings = { name, ...more, instructions: `You are ${name}.`, modelId, access: 'PUBLIC' };
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', settings);
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  return agentId;
};

const plan = (state: 'UNDER_WAY' | 'DONE'): [string, object] => [
  'plan_work',
  {
    steps: [
      { task: 'Count the pieces', member: 'Counter', state },
      { task: 'Weigh the parcel', member: 'Weigher', state },
    ],
  },
];

test('a crew of three is made, and watched while it solves a task together', async ({ product, builder }) => {
  const { page } = builder;
  const seen = Promise.withResolvers<undefined>();
  const model = await startAgentModel(async ({ instructions, turn }) => {
    if (instructions.includes('You are Counter')) {
      await seen.promise;
      return turn === 0
        ? { calls: [['write_note', { text: 'There are 7 pieces in the parcel.' }]] }
        : { text: 'There are 7 pieces.' };
    }
    if (instructions.includes('You are Weigher')) {
      await seen.promise;
      return { text: 'It weighs 3 kg.' };
    }
    if (turn === 0) return { calls: [plan('UNDER_WAY')] };
    if (turn === 1)
      return {
        calls: [
          ['delegate_task', { member: 'Counter', task: 'Count the pieces in the parcel.' }],
          ['delegate_task', { member: 'Weigher', task: 'Weigh the parcel.' }],
        ],
      };
    return turn === 2 ? { calls: [plan('DONE')] } : { text: 'The parcel has **7 pieces** and weighs 3 kg.' };
  });
  const { client, email } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  await makeAgent(client, modelId, { name: 'Planner', description: 'Plans and checks.' });
  await makeAgent(client, modelId, { name: 'Counter', description: 'Counts what is in a parcel.' });
  await makeAgent(client, modelId, { name: 'Weigher', description: 'Knows weights.' });

  await test.step('a company with agents is told what a crew is', async () => {
    await page.goto(`${product.origin}/agents?list=crews`);
    await signIn(page, email);
    await expect(page.getByText('Make your first crew')).toBeVisible({ timeout: 60_000 });
    await builder.look('no-crews', { fullPage: true });
    await page.getByRole('button', { name: 'New crew' }).click();
  });

  await test.step('the wizard takes a name, who leads and who works', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Parcel desk');
    await builder.look('new-crew', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('combobox', { name: 'Supervisor' }).click();
    await page.getByRole('option', { name: 'Planner' }).click();
    await page.keyboard.press('Escape');
    const others = page.getByRole('combobox', { name: 'Agents that work for it' });
    await others.click();
    await page.getByRole('option', { name: 'Counter' }).click();
    await page.getByRole('option', { name: 'Weigher' }).click();
    await page.keyboard.press('Escape');
    await builder.look('crew-agents', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Instructions for all' }).fill('We work for the post.');
    await page.getByRole('button', { name: 'Create crew' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Parcel desk' })).toBeVisible();
  });

  await test.step('both agents are at work at the same time', async () => {
    // A phone shows the settings and the trial one at a time.
    const part = page.getByRole('radiogroup', { name: 'Part of the workbench' }).getByText('Try it');
    const openTrial = async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Parcel desk' })).toBeVisible({
        timeout: 60_000,
      });
      if (await part.isVisible()) await part.click();
    };
    await openTrial();
    await page.getByRole('textbox', { name: 'Task' }).fill('Describe the parcel.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const picture = page.getByRole('region', { name: 'Who does what' });
    const members = picture.getByRole('list', { name: 'Agents that work for the supervisor' });
    await expect(members.getByText('Working')).toHaveCount(2, { timeout: 60_000 });
    await expect(members.getByText('Count the pieces in the parcel.')).toBeVisible();
    await expect(picture.getByRole('region', { name: 'Plan' }).getByText('Under way')).toHaveCount(2);
    await builder.look('crew-at-work', { fullPage: true });
    await page.reload();
    await openTrial();
    await expect(members.getByText('Working')).toHaveCount(2, { timeout: 60_000 });
    seen.resolve(undefined);
  });

  await test.step('the crew answers, and the picture stays', async () => {
    await expect(page.getByText('The parcel has')).toBeVisible({ timeout: 60_000 });
    const picture = page.getByRole('region', { name: 'Who does what' });
    await expect(picture.getByRole('region', { name: 'Plan' }).getByText('Done')).toHaveCount(2);
    await picture.getByRole('button', { name: /Shared notes/ }).click();
    await expect(picture.getByText('There are 7 pieces in the parcel.')).toBeVisible();
    // The trace does not repeat what the picture shows.
    await expect(page.getByText('Wrote down the plan, which is shown above.')).toHaveCount(2);
    await expect(page.getByRole('article', { name: 'Call of Delegate to Counter' })).toContainText('credits');
    await page.getByRole('button', { name: 'Cost of each turn and tool' }).click();
    const costs = page.getByRole('table', { name: 'Cost of each tool' });
    await expect(costs.getByRole('rowheader')).toHaveText(['Counter', 'Weigher']);
    await builder.look('crew-answer', { fullPage: true });
    await page.goto(`${product.origin}/agents?list=crews`);
    await expect(page.getByText('Planner leads 2 agents')).toBeVisible();
    await builder.look('crews', { fullPage: true });
  });
  builder.expectQuiet();
  await model.close();
});

test('a member of a crew asks before it sends something, and the crew goes on', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const [sent, site] = [[] as string[], createServer()];
  site.on('request', (request, response) => {
    sent.push(`${request.method} ${request.url}`);
    response.end('accepted');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/parcels`;
  const model = await startAgentModel(({ instructions, turn }) => {
    if (instructions.includes('You are Sender'))
      return turn === 0
        ? { calls: [['send_request', { method: 'POST', url, body: { parcel: 'to Oslo' } }]] }
        : { text: 'It is ordered.' };
    return turn === 0
      ? { calls: [['delegate_task', { member: 'Sender', task: 'Order a parcel to Oslo.' }]] }
      : { text: 'The parcel to **Oslo** is ordered.' };
  });
  const { client, email } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  const agentId = await makeAgent(client, modelId, { name: 'Planner', description: 'Plans and checks.' });
  const tools = { toolList: [{ _id: 'tol_send_request' }] };
  const sender = await makeAgent(client, modelId, {
    ...{ name: 'Sender', description: 'Orders parcels.', tools, approval: 'ALWAYS' },
  });
  const { crewId } = await client.post<{ crewId: string }>('/api/crew/agent-crew', {
    ...{ name: 'Parcel desk', supervisor: { agentId }, subordinates: [sender] },
  });
  const { runId } = await client.post<{ runId: string }>('/api/crew/agent-runs', {
    ...{ agentId: crewId, input: 'Order a parcel to Oslo.', environment: 'TESTING' },
  });

  await test.step('the question of the member is on the page of the run of the crew', async () => {
    await page.goto(`${product.origin}/agent-run?id=${runId}`);
    await signIn(page, email);
    const card = page.getByRole('region', { name: /^May the agent use|^May Sender use/ });
    await expect(card).toBeVisible({ timeout: 60_000 });
    expect(sent).toEqual([]);
    await builder.look('crew-approval', { fullPage: true });
    await card.getByRole('button', { name: 'Approve', exact: true }).click();
  });

  await test.step('the request is sent once, and the crew answers', async () => {
    await expect(page.getByText('The parcel to')).toBeVisible({ timeout: 60_000 });
    expect(sent).toEqual(['POST /parcels']);
    await builder.look('crew-approved', { fullPage: true });
  });
  builder.expectQuiet();
  await model.close();
  site.close();
});
