import type { StorageItem } from '@atelier/contracts/content/storage';
import { describe, expect, it } from 'vitest';
import { appsLosing, joinFirstNames } from './apps-losing.ts';

const item = (name: string, apps: string[]): StorageItem => ({
  id: `imp_${name}`,
  type: 'KNOWLEDGE_BASE_IMPORT',
  label: 'Knowledge Base',
  fileStore: 'ATELIER',
  name,
  bytes: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  place: { id: 'kb_1', name: 'Handbook' },
  usedBy: apps.map((app) => ({ appId: `app_${app}`, name: app })),
  abilities: { remove: true },
});

describe('what apps lose', () => {
  it('names for each app the documents that it answered from', () => {
    expect(appsLosing([item('a', ['Help', 'Sales']), item('b', ['Help']), item('c', [])])).toEqual([
      { appId: 'app_Help', app: 'Help', items: ['a', 'b'] },
      { appId: 'app_Sales', app: 'Sales', items: ['a'] },
    ]);
  });

  it('names three and counts the rest', () => {
    expect(joinFirstNames(['a', 'b', 'c'])).toBe('a, b, c');
    expect(joinFirstNames(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });
});
