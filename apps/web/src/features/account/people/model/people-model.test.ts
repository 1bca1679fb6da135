import { describe, expect, it } from 'vitest';
import { holdingsLines } from './holdings-words.ts';
import { roleChoices, roleWords } from './role-words.ts';

describe('the roles in words', () => {
  it('are five, of which every one but the owner can be given', {
    tags: ['ROLE-01', 'ROLE-02', 'ROLE-03'],
  }, () => {
    expect(Object.keys(roleWords)).toEqual(['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']);
    expect(roleChoices.map(({ value }) => value)).toEqual(['ADMIN', 'BUILDER', 'OPERATOR', 'USER']);
  });
});

describe('the list of what is deleted with a company', () => {
  const empty = {
    tenantName: 'Ours',
    members: 1,
    invitations: 0,
    entities: [{ kind: 'APP', label: 'Apps', count: 0 }],
    files: { count: 0, bytes: 0 },
    credits: 0,
  };

  it('leaves out what there is none of', () => {
    expect(holdingsLines(empty)).toEqual([
      '1 member who can no longer get in',
      'The subscription, all conversations and the audit log',
    ]);
  });

  it('counts the rest', () => {
    expect(
      holdingsLines({
        ...empty,
        members: 3,
        invitations: 2,
        entities: [{ kind: 'APP', label: 'Apps', count: 1200 }],
        files: { count: 1, bytes: 2048 },
        credits: 12.9,
      }).slice(0, 5),
    ).toEqual([
      '3 members who can no longer get in',
      '2 open invitations',
      'Apps: 1,200',
      '1 file (2 KB)',
      '12 credits that were not spent',
    ]);
  });
});
