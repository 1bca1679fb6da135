import type { AuditEntry } from '@atelier/contracts/audit';
import { describe, expect, it } from 'vitest';
import { groupActions, rangeOf, sentenceOf } from './audit-sentence.ts';

const ada: AuditEntry['actor'] = { kind: 'user', userId: 'usr_1', name: 'Ada' };
const entry = {
  action: 'apps.created',
  actor: ada,
  subjectId: 'app_1',
  subjectName: 'Help desk',
  details: {},
};

const told = (change: Partial<typeof entry> & { details?: Record<string, unknown> }) => {
  const { actor, actorNote, before, subject, after } = sentenceOf({ ...entry, ...change });
  return [actor, actorNote && `(${actorNote})`, before, subject, after].filter(Boolean).join(' ');
};

describe('the sentence about an entry', () => {
  it('names who, what and the thing', () => {
    expect(told({})).toBe('Ada created the app Help desk');
    expect(told({ action: 'knowledge.import_unchanged', subjectName: 'leave.pdf' })).toBe(
      'Ada sent the document leave.pdf again, unchanged',
    );
  });

  it('takes the name of what is gone from the details, else its id', () => {
    const gone = { action: 'knowledge.deleted', subjectId: 'kb_1', subjectName: null as never };
    expect(told({ ...gone, details: { name: 'Handbook' } })).toBe('Ada deleted the knowledge base Handbook');
    expect(told(gone)).toBe('Ada deleted the knowledge base kb_1');
  });

  it('says that a key or the system did it', () => {
    expect(told({ actor: { ...ada, kind: 'api-key' } as never })).toBe(
      'Ada (API key) created the app Help desk',
    );
  });

  it('tells an action without a sentence by its word', () => {
    expect(told({ action: 'flows.painted' })).toBe('Ada flows.painted Help desk');
  });
});

describe('the filter', () => {
  it('groups what occurs by part of the product, unknown parts last', () => {
    expect(groupActions(['flows.painted', 'apps.created', 'apps.removed', 'identity.signed_in'])).toEqual([
      {
        group: 'Signing in and accounts',
        items: [
          { value: 'identity.*', label: 'Signing in and accounts: everything' },
          { value: 'identity.signed_in', label: 'Signed in' },
        ],
      },
      {
        group: 'Apps',
        items: [
          { value: 'apps.*', label: 'Apps: everything' },
          { value: 'apps.created', label: 'App created' },
          { value: 'apps.removed', label: 'App deleted' },
        ],
      },
      {
        group: 'flows',
        items: [
          { value: 'flows.*', label: 'flows: everything' },
          { value: 'flows.painted', label: 'flows.painted' },
        ],
      },
    ]);
  });

  it('turns days into moments, the last day included', () => {
    const { from = '', to = '' } = rangeOf('2026-03-01', '2026-03-01');
    expect(new Date(from)).toEqual(new Date(2026, 2, 1));
    expect(new Date(to)).toEqual(new Date(2026, 2, 2));
    expect(rangeOf('', 'yesterday')).toEqual({});
  });
});
