import { expect, type Page } from '@playwright/test';
import { Client } from './client.ts';

type Step = Record<string, unknown>;

/** Returns a client that is signed in as the user of a page. */
export const clientOf = async (page: Page, origin: string): Promise<Client> => {
  const client = new Client(origin);
  for (const { name, value } of await page.context().cookies()) client.cookies.set(name, value);
  return client;
};

/** A step of a piece, as the public JSON of flows has it. */
export const pieceStep = (
  displayName: string,
  [pieceName, actionName]: readonly [string, string],
  input: Record<string, unknown>,
): Step => ({ type: 'PIECE', displayName, settings: { pieceName, pieceVersion: '', actionName, input } });

export const codeStep = (displayName: string, code: string, input: Record<string, unknown> = {}): Step => ({
  type: 'CODE',
  displayName,
  settings: { sourceCode: { code, packageJson: '{}' }, input },
});

/** Makes a flow that a webhook starts, with these steps one after the other. */
export const makeFlow = async (
  client: Client,
  displayName: string,
  steps: readonly Step[],
  sample: unknown = { method: 'POST', headers: {}, queryParams: {}, body: {} },
): Promise<string> => {
  const named = steps.map((step, index) => ({ name: `step_${index + 1}`, ...step }));
  const chain = named.reduceRight<Step | undefined>(
    (next, one) => (next ? { ...one, nextAction: next } : one),
    undefined,
  );
  const { flowId } = await client.post<{ flowId: string }>('/api/orchestrator/flows', {
    displayName,
    trigger: {
      name: 'trigger',
      type: 'PIECE_TRIGGER',
      displayName: 'Catch a webhook',
      sample,
      settings: { pieceName: 'webhook', pieceVersion: '', triggerName: 'catch_webhook', input: {} },
      ...(chain ? { nextAction: chain } : {}),
    },
  });
  return flowId;
};

/** A step on the canvas, or in the list that phones show instead. */
export const cardOf = (page: Page, name: RegExp) =>
  page
    .getByLabel(/^Steps of/)
    .getByRole('button', { name })
    .first();

/** On a phone the settings of a step lie above its flow. */
export const closeStep = async (page: Page): Promise<void> => {
  const drawer = page.getByRole('dialog');
  if ((await drawer.count()) === 0) return;
  await drawer.getByRole('button', { name: 'Close' }).first().click();
  await expect(drawer).toHaveCount(0);
};
