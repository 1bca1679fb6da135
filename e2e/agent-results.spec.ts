import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('an agent shows a chart and writes a file, which is downloaded from its run', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const months = ['January', 'February', 'March', 'April', 'May', 'June'];
  const model = await startScriptedModel((_question, turn) => {
    if (turn > 0) return 'Sales grew in every month but April. The report is in the file.';
    const series = [
      { name: 'North', values: [310, 342, 388, 260, 402, 455] },
      { name: 'South', values: [190, 215, 240, -60, 270, 301] },
    ];
    return {
      calls: [
        ['show_chart', { kind: 'BAR', title: 'Sales of the half-year', labels: months, series, unit: '€' }],
        ['show_chart', { kind: 'LINE', title: 'The same as lines', labels: months, series, unit: '€' }],
        ['write_file', { name: 'report.md', content: '# Sales\n\nThey grew.' }],
      ],
    };
  });
  const { client, email } = await product.signUp('Ada');
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    name: 'Analyst',
    modelId: await model.offerTo(client),
    tools: { toolList: [{ _id: 'tol_show_chart' }, { _id: 'tol_write_file' }] },
  });
  const { runId } = await client.post<{ runId: string }>('/api/crew/agent-runs', {
    agentId,
    input: 'Show me the sales of the half-year.',
    environment: 'TESTING',
  });
  await page.goto(`${product.origin}/agent-run?id=${runId}`);
  await signIn(page, email);
  await expect(page.getByText('Sales grew in every month')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('img', { name: /^Bar chart “Sales of the half-year”/ })).toBeVisible();
  await page.getByRole('button', { name: 'Figures as a table' }).first().click();
  await expect(page.getByRole('table', { name: 'Sales of the half-year' })).toContainText('-60 €');
  await builder.look('agent-results', { fullPage: true });
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download report.md' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('report.md');
  expect(await readFile(await download.path(), 'utf8')).toBe('# Sales\n\nThey grew.');
});
