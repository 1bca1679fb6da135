import { describe, expect, it } from 'vitest';
import { toAgentChange, toRoles, toTeam } from './crews.ts';

const lead = { agentId: 'agt_lead' };

describe('the agents of a crew', () => {
  it('are stored once each, with the one who leads first', () => {
    expect(toTeam({ supervisor: lead, subordinates: ['agt_a', 'agt_b', 'agt_a'] })).toEqual({
      crew: { supervisorId: 'agt_lead' },
      agentIds: ['agt_lead', 'agt_a', 'agt_b'],
    });
    expect(toTeam({ supervisor: null, subordinates: ['agt_a'] })).toEqual({
      crew: { supervisorId: null },
      agentIds: ['agt_a'],
    });
  });

  it('do not work for themselves', () => {
    expect(() => toTeam({ supervisor: lead, subordinates: ['agt_a', 'agt_lead'] })).toThrow(
      'The supervisor cannot be one of its own subordinates.',
    );
  });

  it('are read as the one who leads and those who work', () => {
    const agentIds = ['agt_lead', 'agt_a', 'agt_b'];
    expect(toRoles({ crew: { supervisorId: 'agt_lead' }, agentIds })).toEqual({
      supervisor: lead,
      subordinates: ['agt_a', 'agt_b'],
    });
    expect(toRoles({ crew: null, agentIds })).toEqual({ supervisor: null, subordinates: agentIds });
  });

  it('stay as they are where a change does not name them', () => {
    const present = { crew: { supervisorId: 'agt_lead' }, agentIds: ['agt_lead', 'agt_a'] };
    const stored = (supervisorId: string | null, agentIds: string[]) => ({
      crew: { supervisorId },
      agentIds,
    });
    expect(toAgentChange({ name: 'Desk' }, present)).toEqual({ name: 'Desk' });
    expect(toAgentChange({ supervisor: { agentId: 'agt_b' } }, present)).toEqual(
      stored('agt_b', ['agt_b', 'agt_a']),
    );
    expect(toAgentChange({ supervisor: null }, present)).toEqual(stored(null, ['agt_a']));
    expect(toAgentChange({ name: 'Desk', subordinates: ['agt_c'] }, present)).toEqual({
      ...{ name: 'Desk', ...stored('agt_lead', ['agt_lead', 'agt_c']) },
    });
    expect(toAgentChange({ subordinates: [] }, present)).toEqual(stored('agt_lead', ['agt_lead']));
  });
});
