import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { cardOf, clientOf } from './src/flows.ts';
import { signUp } from './src/steps.ts';

const proposal = JSON.stringify({
  name: 'Large orders',
  trigger: { piece: 'webhook', trigger: 'catch_webhook', input: {} },
  steps: [
    {
      name: 'step_1',
      after: null,
      step: {
        kind: 'router',
        title: 'Is the order large?',
        branches: [
          {
            name: 'Above 1,000',
            conditions: [
              [
                {
                  firstValue: '{{trigger.body.total}}',
                  operator: 'NUMBER_IS_GREATER_THAN',
                  secondValue: 1000,
                },
              ],
            ],
          },
        ],
      },
    },
    {
      name: 'step_2',
      inside: 'step_1',
      branch: 0,
      step: {
        kind: 'action',
        piece: 'http',
        action: 'send_request',
        title: 'Tell sales',
        input: { method: 'POST' },
      },
    },
    {
      name: 'step_3',
      after: 'step_1',
      step: {
        kind: 'action',
        piece: 'webhook',
        action: 'return_response',
        title: 'Say thank you',
        input: { status: 200, body: 'Thank you' },
      },
    },
  ],
});

const change = JSON.stringify({
  changes: [
    { do: 'set', name: 'step_2', title: 'Tell the head of sales' },
    {
      do: 'add',
      name: 'step_4',
      after: 'step_2',
      step: {
        kind: 'code',
        title: 'Note the order',
        code: 'export const code = async (inputs) => inputs;',
        input: { total: '{{trigger.body.total}}' },
      },
    },
  ],
});

test('a flow is described in words, looked through, accepted, changed by a sentence, undone and discarded', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel((question) =>
    question.startsWith('The flow:') ? change : proposal,
  );
  try {
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    await page.goto(`${product.origin}/flows`);
    const box = page.getByRole('textbox', { name: 'Describe what should happen' });
    const ask = page.getByRole('button', { name: 'Propose a flow' });
    await expect(page.getByText('This needs a chat model that writes')).toBeVisible();
    await expect(box).toHaveCount(0);
    await builder.look('no-model');

    await model.offerTo(await clientOf(page, product.origin));
    await page.reload();
    await box.fill('When an order comes in, tell sales if it is large, and say thank you.');
    await builder.look('described');
    await ask.click();
    await expect(page.getByText('A proposal of 3 steps.')).toBeVisible();
    await expect(cardOf(page, /Is the order large/)).toBeVisible();
    await builder.look('proposed');

    await page.getByRole('button', { name: 'Use this flow' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Large orders' })).toBeVisible();
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await expect(page.getByText('1 problem to mend before it can be published')).toBeVisible();
    await builder.look('accepted');

    await test.step('a sentence changes what is there, also only after it was looked through', async () => {
      await page.getByRole('button', { name: 'Describe a change' }).click();
      const wanted = page.getByRole('textbox', { name: 'Describe what should change' });
      await expect(wanted).toBeFocused();
      await wanted.fill('Tell the head of sales instead, and note the order.');
      await builder.look('change-described');
      await page.getByRole('button', { name: 'Propose a change' }).click();
      await expect(page.getByText('2 proposed changes.')).toBeVisible();
      const changes = page.getByRole('list', { name: 'Proposed changes' }).getByRole('listitem');
      await expect(changes).toHaveText([
        '“Note the order” was added.',
        '“Tell sales” is now called “Tell the head of sales”.',
      ]);
      await expect(cardOf(page, /Note the order/)).toBeVisible();
      await builder.look('change-proposed');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(cardOf(page, /Note the order/)).toHaveCount(0);
      await page.getByRole('button', { name: 'Propose a change' }).click();
      await page.getByRole('button', { name: 'Use this change' }).click();
      await expect(cardOf(page, /Tell the head of sales/)).toBeVisible();
      await expect(page.getByText('All changes are saved')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(cardOf(page, /Note the order/)).toHaveCount(0);
      await expect(cardOf(page, /Tell sales/)).toBeVisible();
    });

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cardOf(page, /Tell sales/)).toHaveCount(0);
    await expect(cardOf(page, /Choose a trigger/)).toBeVisible();
    await ask.click();
    await expect(cardOf(page, /Tell sales/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(cardOf(page, /Tell sales/)).toHaveCount(0);
    builder.expectQuiet();
  } finally {
    await model.close();
  }
});
