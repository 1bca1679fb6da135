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

test('a flow is described in words, looked through, accepted, undone at once and discarded', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel(() => proposal);
  try {
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    await page.goto(`${product.origin}/flows`);
    const box = page.getByRole('textbox', { name: 'Describe what should happen' });
    const ask = page.getByRole('button', { name: 'Propose a flow' });
    await expect(page.getByText('This needs a chat model that writes')).toBeVisible();
    await box.fill('When an order comes in, tell sales if it is large, and say thank you.');
    await expect(ask).toBeDisabled();
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
