import { describe, expect, it } from 'vitest';
import { changeOf, rolesOf, teamOf } from './settings.ts';

const lead = { agentId: 'agt_lead' };

describe('the agents of a crew', () => {
  it('are stored once each, with the one who leads first', () => {
    expect(teamOf({ supervisor: lead, subordinates: ['agt_a', 'agt_b', 'agt_a'] })).toEqual({
      crew: { supervisorId: 'agt_lead' },
      agentIds: ['agt_lead', 'agt_a', 'agt_b'],
    });
    expect(teamOf({ supervisor: null, subordinates: ['agt_a'] })).toEqual({
      crew: { supervisorId: null },
      agentIds: ['agt_a'],
    });
  });

  it('do not work for themselves', () => {
    expect(() => teamOf({ supervisor: lead, subordinates: ['agt_a', 'agt_lead'] })).toThrow(
      'The supervisor cannot be one of its own subordinates.',
    );
  });

  it('are read as the one who leads and those who work', () => {
    const agentIds = ['agt_lead', 'agt_a', 'agt_b'];
    expect(rolesOf({ crew: { supervisorId: 'agt_lead' }, agentIds })).toEqual({
      supervisor: lead,
      subordinates: ['agt_a', 'agt_b'],
    });
    expect(rolesOf({ crew: null, agentIds })).toEqual({ supervisor: null, subordinates: agentIds });
  });

  it('stay as they are where a change does not name them', () => {
    const present = { crew: { supervisorId: 'agt_lead' }, agentIds: ['agt_lead', 'agt_a'] };
    const stored = (supervisorId: string | null, agentIds: string[]) => ({
      crew: { supervisorId },
      agentIds,
    });
    expect(changeOf({ name: 'Desk' }, present)).toEqual({ name: 'Desk' });
    expect(changeOf({ supervisor: { agentId: 'agt_b' } }, present)).toEqual(
      stored('agt_b', ['agt_b', 'agt_a']),
    );
    expect(changeOf({ supervisor: null }, present)).toEqual(stored(null, ['agt_a']));
    expect(changeOf({ name: 'Desk', subordinates: ['agt_c'] }, present)).toEqual({
      ...{ name: 'Desk', ...stored('agt_lead', ['agt_lead', 'agt_c']) },
    });
    expect(changeOf({ subordinates: [] }, present)).toEqual(stored('agt_lead', ['agt_lead']));
  });
});
