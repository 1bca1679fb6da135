import { expect, it } from 'vitest';
import { z } from 'zod';
import { contracts } from './index.ts';
import type { Endpoint } from './kernel/contract.ts';

/** What is replaced without the revision that was edited, and why nobody loses the work of somebody else by it. */
const withoutRevision: Record<string, readonly string[]> = {
  'it sets one value, which is shown beside the button': [
    'admin.markInvoice',
    'billing.setUsageLimit',
    'chat.renameSession',
    'documents.setState',
    'evaluation.changeGate',
    'flows.setStatus',
    'models.setDefault',
    'passkeys.rename',
    'people.updateMember',
    'people.updateTenant',
    'ratedAnswers.assign',
    'ratedAnswers.changeStatus',
    'record-retention.put',
    'run-retention.put',
    'schemas.rename',
    'schemas.setCell',
    'sources.hook',
  ],
  'it belongs to the caller alone': [
    'account.updateProfile',
    'agent-memories.update',
    'agent-memories.updateOwn',
    'feedback.likeDislike',
    'feedback.save',
    'onboarding.recordGuide',
  ],
  'it does something, and saves no form': [
    'app-versions.revert',
    'attacks.cancel',
    'documents.chooseEncoding',
    'documents.revertVersion',
    'evaluation.cancel',
    'ratedAnswers.tell',
  ],
  'the screens give and take access one person at a time': ['access.update', 'agent-access.update'],
  'it names the text that was edited': ['documents.editChunk'],
  'it changes many documents at once, and only the labels that are sent': ['documents.changeMetadata'],
  'a rating is one small answer to what is shown': ['worker-records.feedback'],
};

const isEdit = (method: string): boolean => method === 'PUT' || method === 'PATCH';

const namesOf = (body: z.ZodType): string[] =>
  Object.keys(
    (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ??
      {},
  );

it('lets everybody who saves a thing name the revision that they edited', () => {
  const found = Object.values(contracts).flatMap(({ name, endpoints }) =>
    Object.entries<Endpoint>(endpoints).flatMap(([key, { method, body }]) =>
      isEdit(method) && body && !namesOf(body).includes('revision') ? [`${name}.${key}`] : [],
    ),
  );
  expect(found.toSorted()).toEqual(Object.values(withoutRevision).flat().toSorted());
});
