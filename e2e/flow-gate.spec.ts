import { expect } from '@playwright/test';
import { startScriptedModel, verdictOn } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { cardOf, closeStep, pieceStep } from './src/flows.ts';
import { signIn } from './src/steps.ts';

/** A flow that a model answers with these instructions. */
const faresFlow = (system: string) => ({
  displayName: 'Fares',
  trigger: {
    ...{ name: 'trigger', type: 'PIECE_TRIGGER', displayName: 'A question in a chat' },
    settings: { pieceName: 'chat', pieceVersion: '', triggerName: 'chat_question', input: {} },
    nextAction: {
      name: 'step_1',
      ...pieceStep('Ask the model', ['ai', 'ask_model'], { system, prompt: '{{trigger.question}}' }),
      nextAction: {
        name: 'step_2',
        ...pieceStep('Answer', ['chat', 'answer'], { answer: '{{step_1.text}}' }),
      },
    },
  },
});

test('a flow that answers an app is published only when its test questions are answered as well', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel((question, _turn, rules) => {
    const verdict = verdictOn(question, rules);
    if (verdict !== undefined) return verdict;
    return rules.includes('guess') ? 'Perhaps 40 euros.' : 'It is 42 euros.';
  });
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);
  const flow = faresFlow('Answer from the list of fares.');
  const { flowId } = await client.post<{ flowId: string }>('/api/orchestrator/flows', flow);
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', {
    ...{ name: 'Harbour', access: 'PUBLIC', orchestration: 'ADVANCE', answererId: flowId },
  });
  await client.post('/api/content/bot-performance', {
    appId,
    questions: [{ question: 'What does a crossing cost?', correctAnswer: '42 euros' }],
  });
  const rewrite = async (system: string) => {
    await cardOf(page, /Ask the model/).click();
    await page.getByRole('textbox', { name: 'System prompt' }).fill(system);
    await closeStep(page);
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
  };
  const gate = page.getByRole('dialog', { name: 'Does this draft answer as well?' });

  await test.step('a worse prompt is held back', async () => {
    await page.goto(`${product.origin}/flows/${flowId}`);
    await signIn(page, email);
    await rewrite('Just guess.');
    await expect(gate).toContainText('“Harbour”', { timeout: 60_000 });
    await builder.look('flow before the gate');
    await gate.getByRole('button', { name: 'Run the test questions' }).click();
    await expect(gate.getByText('Worse', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(gate.getByRole('heading', { name: 'App “Harbour”' })).toBeVisible();
    await expect(gate.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
    await expect(gate.getByRole('button', { name: 'Publish anyway' })).toBeVisible();
    await builder.look('flow held back');
    await gate.getByRole('button', { name: 'Back to the draft' }).click();
  });

  await test.step('one that answers as well is published', async () => {
    await rewrite('Answer from the list of fares, in one sentence.');
    await gate.getByRole('button', { name: 'Run the test questions' }).click();
    await expect(gate.getByText('Same', { exact: true })).toBeVisible({ timeout: 60_000 });
    await builder.look('flow passes the gate');
    await gate.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(gate).toBeHidden();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  });

  await test.step('the runs of the app say what was compared', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=tests`);
    const runs = page.getByRole('table', { name: 'Runs' });
    await expect(runs).toContainText('The draft of the flow');
    await builder.look('runs of a draft of a flow');
  });
  builder.expectQuiet(/status of 412/);
  await model.close();
});
