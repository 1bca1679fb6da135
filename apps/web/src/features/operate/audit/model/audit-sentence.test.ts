import type { AuditEntry } from '@atelier/contracts/operate/audit';
import { describe, expect, it } from 'vitest';
import { describeEntry, groupActions, joinSentence, toTimeRange } from './audit-sentence.ts';

const ada: AuditEntry['actor'] = { kind: 'user', userId: 'usr_1', name: 'Ada' };
const entry = {
  action: 'apps.created',
  actor: ada,
  subjectId: 'app_1',
  subjectName: 'Help desk',
  details: {},
};

const sentence = (change: Partial<AuditEntry>) => joinSentence(describeEntry({ ...entry, ...change }));

describe('the sentence about an entry', () => {
  it('names who, what and the thing', () => {
    expect(sentence({})).toBe('Ada created the app Help desk');
    expect(sentence({ action: 'knowledge.import_unchanged', subjectName: 'leave.pdf' })).toBe(
      'Ada sent the document leave.pdf again, unchanged',
    );
  });

  it('takes the name of what is gone from the details, else its id', () => {
    const gone = { action: 'knowledge.deleted', subjectId: 'kb_1', subjectName: null };
    expect(sentence({ ...gone, details: { name: 'Handbook' } })).toBe(
      'Ada deleted the knowledge base Handbook',
    );
    expect(sentence(gone)).toBe('Ada deleted the knowledge base kb_1');
  });

  it('names what else belongs to it', () => {
    expect(sentence({ action: 'access.given', details: { member: 'Grace' } })).toBe(
      'Ada gave Grace access to Help desk',
    );
    const { parts } = describeEntry({
      ...entry,
      action: 'people.role_changed',
      details: { from: 'USER', to: 'ADMIN' },
    });
    expect(parts.filter(({ isName }) => isName).map(({ text }) => text)).toEqual([
      'Help desk',
      'USER',
      'ADMIN',
    ]);
  });

  it('says that a key or the system did it', () => {
    expect(describeEntry({ ...entry, actor: { ...ada, kind: 'api-key' } }).byKey).toBe(true);
    expect(sentence({ actor: { kind: 'system', userId: null, name: 'events.deliver' } })).toBe(
      'The system created the app Help desk',
    );
  });

  it('names a version by its number', () => {
    expect(sentence({ action: 'apps.reverted', details: { to: 3, version: 5 } })).toBe(
      'Ada returned the app Help desk to version 3',
    );
  });

  it('tells an action without a sentence by its word', () => {
    expect(sentence({ action: 'robots.painted' })).toBe('Ada robots.painted Help desk');
  });
});

describe('the filter', () => {
  it('groups what occurs by part of the product, unknown parts last', () => {
    expect(groupActions(['robots.painted', 'apps.created', 'apps.removed', 'identity.signed_in'])).toEqual([
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
        group: 'robots',
        items: [
          { value: 'robots.*', label: 'robots: everything' },
          { value: 'robots.painted', label: 'robots.painted' },
        ],
      },
    ]);
  });

  it('turns days into moments, the last day included', () => {
    const { from = '', to = '' } = toTimeRange('2026-03-01', '2026-03-01');
    expect(new Date(from)).toEqual(new Date(2026, 2, 1));
    expect(new Date(to)).toEqual(new Date(2026, 2, 2));
    expect(toTimeRange('', 'yesterday')).toEqual({});
  });
});
