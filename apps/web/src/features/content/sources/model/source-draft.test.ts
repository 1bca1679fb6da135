import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { describe, expect, it } from 'vitest';
import { connectorReplies } from '../../../../../tests/source-replies.ts';
import { newDraft, proposeName, toSourceBody } from './source-draft.ts';

const entryOf = (type: ConnectorEntry['type'], more: Partial<ConnectorEntry> = {}): ConnectorEntry => {
  const found = connectorReplies.find((entry) => entry.type === type);
  if (!found) throw new Error(`There is no ${type}.`);
  return { ...found, ...more };
};

describe('a source as it is filled in', () => {
  it.each([
    ['POSTGRESQL', { table: '"public"."articles"' }, 'articles'],
    ['POSTGRESQL', { table: '"sales"."orders"' }, 'sales.orders'],
    ['POSTGRESQL', { from: 'QUERY', table: '' }, 'PostgreSQL'],
    ['API', { url: 'https://api.example.com/items' }, 'api.example.com'],
  ] as const)('of %s is called by what it reads: %o', (type, settings, name) => {
    const entry = entryOf(type);
    expect(proposeName(entry, { ...newDraft(entry), settings })).toBe(name);
    expect(proposeName(entry, { ...newDraft(entry), settings, name: 'Mine' })).toBe('Mine');
  });

  it('has one limit: its own where its settings have one', () => {
    const limited = entryOf('POSTGRESQL', {
      settingsFields: [{ name: 'limit', label: 'Most rows', type: 'NUMBER', required: false }],
    });
    expect(toSourceBody(limited, newDraft(limited)).maxItems).toBe(50_000);
    const api = entryOf('API');
    expect(toSourceBody(api, { ...newDraft(api), maxItems: 7 }).maxItems).toBe(7);
  });
});
