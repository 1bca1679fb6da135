import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { askInChat } from './src/steps.ts';

test('a visitor whose conversation is long reads that its older part was condensed', async ({
  product,
  visitor,
}) => {
  const model = await startScriptedModel(() => 'It is noted.');
  const { client } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Store keeper', modelId, access: 'PUBLIC', contextTokens: 4000, replyTokens: 500 },
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', {
    ...{ name: 'Harbour store', access: 'PUBLIC', orchestration: 'AGENT', answererId: agentId },
  });
  const { page } = visitor;
  const note = page.getByText('its older part was condensed for this answer');

  await page.goto(`${product.origin}/chat/${appId}`);
  await askInChat(page, `These crates came today. ${'A crate of tea from Ceylon. '.repeat(250)}`);
  await expect(note).toBeHidden();
  await askInChat(page, `And these barrels. ${'A barrel of oil from Crete. '.repeat(240)}`);
  await expect(note).toBeVisible({ timeout: 30_000 });
  await note.scrollIntoViewIfNeeded();
  await visitor.look('condensed');

  await page.reload();
  await expect(note).toBeVisible({ timeout: 60_000 });
  visitor.expectQuiet();
  await model.close();
});
