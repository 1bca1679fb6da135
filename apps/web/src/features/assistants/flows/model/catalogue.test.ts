import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { IconPuzzle, IconWorld } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { searchCatalogue, stepCatalogue, triggerCatalogue } from './catalogue.ts';

const member = (name: string, description = '') => ({
  name,
  displayName: name,
  description,
  kind: 'pure',
  fields: [],
});
const piece = (name: string, category: string, icon: string): PieceDescription => ({
  name,
  version: '1.0.0',
  displayName: name,
  description: `The piece ${name}.`,
  category,
  icon,
  connection: null,
  actions: [member(`${name} action`, 'Sends something.')],
  triggers: [member(`${name} trigger`)],
});
const pieces = [piece('store', 'STORAGE', 'no-such-icon'), piece('http', 'DATA', 'world')];

describe('the catalogue of steps', () => {
  it('groups the kinds of steps and the actions of pieces', () => {
    expect(stepCatalogue(pieces).map(({ group, title }) => `${group}: ${title}`)).toEqual([
      'Flow: Router',
      'Flow: Loop',
      'Flow: Repeat until',
      'Flow: Parallel',
      'Flow: Code',
      'Data: http action',
      'Storage: store action',
    ]);
    expect(triggerCatalogue(pieces).map(({ title }) => title)).toEqual(['http trigger', 'store trigger']);
  });

  it('shows a default icon where a piece names none that exists', { tags: ['PIECE-03'] }, () => {
    const icons = triggerCatalogue(pieces).map(({ Icon }) => Icon);
    expect(icons).toEqual([IconWorld, IconPuzzle]);
  });

  it('is searched by all words, and finds titles before descriptions', () => {
    const found = (search: string) =>
      searchCatalogue(stepCatalogue(pieces), search).map(({ title }) => title);
    expect(found('HTTP act')).toEqual(['http action']);
    expect(found('list')).toEqual(['Loop']);
    expect(found('s action')).toEqual(['store action', 'http action']);
    expect(found('nothing like it')).toEqual([]);
  });
});
