import { expect } from '@playwright/test';
import { startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('a visitor gives a public worker a text and sees the result, until the worker is deactivated or deleted', {
  tag: ['@ROUTE-29', '@HEADER-24', '@AGENT-12'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const model = await startAgentModel(() => ({ text: '## Summary\n\nThe **order** is late by two days.' }));
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);
  const agent = { name: 'Reader', access: 'PUBLIC' };
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', agent);
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const { workerId } = await client.post<{ workerId: string }>('/api/worker/workers', {
    ...{ name: 'Letter desk', description: 'Sums up letters.', agentId, access: 'PUBLIC' },
  });
  const address = `${product.origin}/public/agents/${workerId}`;

  await test.step('the screen has neither menu nor user', async () => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Letter desk' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /account|menu/i })).toHaveCount(0);
    await builder.look('empty', { fullPage: true });
  });

  await test.step('a text is worked on', async () => {
    await page
      .getByRole('textbox', { name: 'Your text' })
      .fill('Where is my order? It should have come on Monday.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('is late by two days')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Done')).toBeVisible();
    await builder.look('result', { fullPage: true });
  });

  await test.step('its page has the link', async () => {
    await page.goto(`${product.origin}/worker?id=${workerId}&tab=connect`);
    await signIn(page, email);
    await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(address, { timeout: 30_000 });
    await builder.look('connect', { fullPage: true });
  });

  const isGone = async () => {
    await page.goto(address);
    await expect(page).toHaveURL(`${product.origin}/agent-not-found`);
    await expect(page.getByRole('heading', { name: 'Agent Not Available' })).toBeVisible();
  };
  await test.step('the link of a deactivated worker leads to the screen that says so', async () => {
    await client.put(`/api/worker/workers/${workerId}`, { status: 'DEACTIVATED' });
    await isGone();
  });

  await test.step('so does the link of a deleted one', async () => {
    await client.put(`/api/worker/workers/${workerId}`, { status: 'ACTIVE' });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Letter desk' })).toBeVisible();
    await client.send('DELETE', `/api/worker/workers/${workerId}`);
    await isGone();
  });
});
