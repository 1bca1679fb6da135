import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { cardOf, clientOf, closeStep, makeFlow, pieceStep } from './src/flows.ts';
import { makeBase } from './src/knowledge.ts';
import { signUp } from './src/steps.ts';

/** Opens the settings of a step. The flow moves while its problems disappear, so a click may have to be repeated. */
const openStep = (page: Page, name: string): Promise<void> =>
  expect(async () => {
    await cardOf(page, new RegExp(`^${name}`)).click({ timeout: 2000 });
    await expect(page.getByRole('textbox', { name: 'Name', exact: true }).first()).toHaveValue(name, {
      timeout: 2000,
    });
  }).toPass();

interface Step {
  settings: { input: Record<string, unknown> };
  nextAction?: Step;
}

test('steps of a flow are set up with knowledge bases, an app, a day and named values', {
  tag: ['@FIELD-07', '@FIELD-23', '@FIELD-25', '@FIELD-27'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const base = await makeBase(client, 'Harbour rules');
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', { name: 'Harbour desk' });
  const flowId = await makeFlow(client, 'Berths', [
    pieceStep('Look it up', ['knowledge', 'ask_knowledge'], { question: 'Why?' }),
    pieceStep('Ask the desk', ['knowledge', 'run_app'], { question: 'Why?' }),
    pieceStep('Wait', ['delay', 'delay_until_day'], {}),
    pieceStep('Read it', ['ai', 'extract_values'], { text: 'Two berths for Ann.' }),
  ]);
  await page.goto(`${product.origin}/flows/${flowId}`);

  await test.step('knowledge bases and the app are found while one types', async () => {
    await openStep(page, 'Look it up');
    await page.getByRole('combobox', { name: /Knowledge bases/ }).fill('rules');
    await page.getByRole('option', { name: 'Harbour rules' }).click();
    await page.keyboard.press('Escape');
    await closeStep(page);
    await openStep(page, 'Ask the desk');
    await page.getByRole('combobox', { name: /^App/ }).fill('desk');
    await page.getByRole('option', { name: 'Harbour desk' }).click();
    await page.keyboard.press('Escape');
    await builder.look('field-app');
    await closeStep(page);
  });

  await test.step('a day, and values with a type and a meaning', async () => {
    await openStep(page, 'Wait');
    await page.getByLabel(/^Day/).first().fill('2027-03-31');
    await closeStep(page);
    await openStep(page, 'Read it');
    await page.getByRole('button', { name: 'Add an entry to Values' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('berths');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Number');
    await page.getByRole('textbox', { name: 'Description' }).last().fill('How many berths are wanted');
    await builder.look('field-values');
    await closeStep(page);
  });

  await expect(page.getByText('All changes are saved')).toBeVisible();
  const { version } = await client.get<{ version: { trigger: { nextAction: Step } } }>(
    `/api/orchestrator/flows/${flowId}`,
  );
  const inputs: Record<string, unknown>[] = [];
  for (let step: Step | undefined = version.trigger.nextAction; step; step = step.nextAction)
    inputs.push(step.settings.input);
  expect(inputs).toMatchObject([
    { knowledgeBaseIds: [base] },
    { appId: [appId] },
    { day: '2027-03-31' },
    { values: [{ name: 'berths', type: 'NUMBER', description: 'How many berths are wanted' }] },
  ]);
});

test('a connection signs the requests of a flow with two headers of its own', {
  tag: ['@FIELD-12'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(client, 'Orders', [
    pieceStep('Call it', ['http', 'send_request'], { url: 'https://api.example.com/orders' }),
  ]);
  await page.goto(`${product.origin}/flows/${flowId}`);
  await openStep(page, 'Call it');
  await page.getByRole('button', { name: 'New connection' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Orders API');
  await dialog.getByRole('textbox', { name: 'Site' }).fill('https://api.example.com');
  await dialog.getByRole('combobox', { name: 'Authentication' }).selectOption('Two headers');
  const pair = dialog.getByRole('group', { name: 'Two headers' });
  await expect(pair.getByRole('textbox', { name: 'Header of the id' })).toHaveValue('X-Client-Id');
  await pair.getByRole('textbox', { name: 'Id', exact: true }).fill('ada');
  await pair.getByLabel(/^Secret/).fill('s3cret');
  await builder.look('field-two-headers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const { items } = await client.get<{ items: { name: string; values: unknown; secretsSet: string[] }[] }>(
    '/api/content/v2/connections',
  );
  expect(items).toMatchObject([
    {
      name: 'Orders API',
      values: {
        way: 'PAIR',
        pair: { idHeader: 'X-Client-Id', id: 'ada', secretHeader: 'X-Client-Secret', secret: '' },
      },
      secretsSet: ['pair.secret'],
    },
  ]);
});
