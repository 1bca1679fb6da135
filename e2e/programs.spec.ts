import { expect } from '@playwright/test';
import { eventually } from './src/eventually.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { listImports, makeBase, upload } from './src/knowledge.ts';
import { exampleOf, runCurl, takeKey, withPrograms } from './src/programs/examples.ts';
import { signIn } from './src/steps.ts';

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
  await page.goto(product.origin);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/agents$/);
  await page.goto(`${product.origin}/apps/${appId}`);
  await page.getByRole('tab', { name: 'API', exact: true }).click();
  const apiKey = await takeKey(page);
  await builder.look('app-api', { fullPage: true });

  await withPrograms(apiKey, async (runProgram) => {
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
      expect(await runProgram(await exampleOf(page, form, 'JavaScript')), form).toContain('badges');
    for (const form of ['Responses', 'Chat completions'])
      expect(await runProgram(await exampleOf(page, form, 'Python'), 'python'), form).toContain('badges');
    expect(await runProgram(await exampleOf(page, 'MCP', 'JavaScript'))).toContain('Front desk');
    const inPython = await exampleOf(page, 'MCP', 'Python');
    expect(await runProgram(inPython, 'python')).toContain('Front desk');
    // The client asks by itself which revision the server speaks; this one speaks the older one.
    const older = inPython.replace('Client(transport)', "Client(transport, mode='legacy')");
    expect(await runProgram(older, 'python')).toContain('Front desk');
    const configuration: unknown = JSON.parse(await exampleOf(page, 'MCP', 'Configuration'));
    expect(configuration).toMatchObject({ mcpServers: { atelier: { url: `${product.origin}/mcp` } } });
    await builder.look('app-api-mcp', { fullPage: true });
  });
  builder.expectQuiet();
});

test('the examples of an agent’s API tab work as they are shown', async ({ product, builder }) => {
  const { page } = builder;
  const model = await startScriptedModel((question, turn) => {
    if (!question.includes('lamps')) return 'I look after the lamps in stock.';
    return turn === 0 ? { calls: [['get_stock', { article: 'lamp' }]] } : 'There are twelve lamps.';
  });
  const { client, email } = await product.signUp('Ada Lovelace');
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    name: 'Stock keeper',
    modelId: await model.offerTo(client),
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  await page.goto(`${product.origin}/agent?id=${agentId}&tab=api`);
  await signIn(page, email);
  const apiKey = await takeKey(page);
  await builder.look('agent-api', { fullPage: true });

  await withPrograms(apiKey, async (runProgram) => {
    for (const [form, language] of [
      ['Responses', 'curl'],
      ['Chat completions', 'curl'],
      ['Our own', 'curl'],
      ['Our own', 'curl, streamed'],
    ] as const)
      expect(await runCurl(await exampleOf(page, form, language), apiKey), `${form}, ${language}`).toContain(
        'lamps in stock',
      );
    for (const form of ['Responses', 'Chat completions'])
      expect(await runProgram(await exampleOf(page, form, 'JavaScript')), form).toContain('lamps in stock');
    expect(await runProgram(await exampleOf(page, 'Your own tools', 'JavaScript'))).toContain(
      'There are twelve lamps.',
    );
    for (const form of ['Responses', 'Chat completions'])
      expect(await runProgram(await exampleOf(page, form, 'Python'), 'python'), form).toContain(
        'lamps in stock',
      );
    expect(await runProgram(await exampleOf(page, 'Your own tools', 'Python'), 'python')).toContain(
      'There are twelve lamps.',
    );
    await builder.look('agent-api-tools', { fullPage: true });
  });
  await model.close();
  builder.expectQuiet();
});
