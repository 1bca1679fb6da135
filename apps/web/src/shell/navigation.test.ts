import { isFlowBuilderEnabled, platformFeatures } from '@atelier/contracts/kernel/constants';
import { expect, it } from 'vitest';
import { isBuilt, itemsThatLead, menu, navigation, permittedItems } from './navigation.ts';

const everything = { isBuilt: () => true, features: [...platformFeatures, 'FLOW_BUILDER'] };
const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

it('has the six demanded items in their order, and Models after them', () => {
  expect(itemsThatLead(menu, everything).map(({ label, to }) => [label, to])).toEqual([
    ['Agents', '/agents'],
    ['Apps', '/apps'],
    ['Flows', '/flows'],
    ['Knowledge', '/knowledge-base'],
    ['Prompts', '/prompt-manager'],
    ['Monitor', '/monitor'],
    ['Models', '/models'],
  ]);
});

it('shows Prompts only while the prompt library is on, and Flows only with the flow builder; both are on', {
  tags: ['HEADER-04', 'CONST-02'],
}, () => {
  const plain = { ...everything, features: [] };
  expect(labels(itemsThatLead(menu, plain))).toEqual(['Agents', 'Apps', 'Knowledge', 'Monitor', 'Models']);
  expect([platformFeatures, isFlowBuilderEnabled]).toEqual([['PROMPT_MANAGER'], true]);
});

it('opens Flows, and nothing else, by a load of the whole page', () => {
  expect(labels(menu.filter(({ reloads }) => reloads === true))).toEqual(['Flows']);
});

it('never shows a link that leads nowhere', () => {
  expect(navigation.every(({ to }) => isBuilt(to))).toBe(true);
  const knowledgeOnly = { ...everything, isBuilt: (path: string) => path === '/knowledge-base' };
  expect(labels(itemsThatLead(menu, knowledgeOnly))).toEqual(['Knowledge']);
});

it('hides the screens that the user may not open', () => {
  const items = itemsThatLead(menu, everything);
  expect(labels(permittedItems(items, (word) => word === 'apps:read'))).not.toContain('Knowledge');
});
