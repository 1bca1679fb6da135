import { expect, it } from 'vitest';
import { openDocument, planOpen } from './open-requirements.ts';
import { coverSpec } from './spec-coverage.ts';

const areas = [
  { name: 'Flows', takes: 'FLOW ROUTE-11' },
  { name: 'Agents', takes: 'AGENT ROUTE-07 ROUTE-08' },
  { name: 'Rest', takes: 'ROUTE' },
];

it('gives each open requirement to the area that takes it, by its id before its prefix', () => {
  expect(planOpen(['ROUTE-01', 'ROUTE-07', 'ROUTE-11', 'FLOW-01'], areas)).toEqual({
    areas: [
      { name: 'Flows', ids: ['ROUTE-11', 'FLOW-01'] },
      { name: 'Agents', ids: ['ROUTE-07'] },
      { name: 'Rest', ids: ['ROUTE-01'] },
    ],
    faults: [],
  });
});

it('says which requirement nobody builds, and which one two areas build', () => {
  const twice = [...areas, { name: 'Pages', takes: 'ROUTE-11' }];
  expect(planOpen(['ROUTE-11', 'CRM-01'], twice).faults).toEqual([
    'ROUTE-11: Flows and Pages both build it',
    'CRM-01: no area builds it',
  ]);
});

it('names ids in a row by the first and the last', () => {
  const ids = ['FLOW-01', 'FLOW-02', 'FLOW-03', 'FLOW-05', 'AGENT-01', 'AGENT-02', 'CREW-03'];
  const text = openDocument(coverSpec(ids, []));
  expect(text).toContain('| Flows | 4 | FLOW-01…FLOW-03, FLOW-05 |');
  expect(text).toContain('| Agents | 2 | AGENT-01, AGENT-02 |');
  expect(text).toContain('Of 7 requirements a test proves 0.');
});
