import { describe, expect, it } from 'vitest';
import { taskOf } from '../../../tests/run-action.ts';

describe('run an agent', () => {
  it('hands over a task, with the form of the answer where one is given', () => {
    const given = { agentId: 'agt_1', task: 'Sum up.' };
    expect(taskOf('agents.run_agent', given)).toEqual({
      ...{ taker: 'AGENT', id: 'agt_1', task: 'Sum up.', schema: null },
    });
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    expect(taskOf('agents.run_agent', { ...given, schema })).toMatchObject({ schema });
  });

  it('hands tasks to crews too', () => {
    expect(taskOf('agents.run_crew', { crewId: 'crw_1', task: 'Sum up.' })).toEqual({
      ...{ taker: 'CREW', id: 'crw_1', task: 'Sum up.', schema: null },
    });
  });

  it('refuses a form that is no JSON Schema, and a task without an agent', () => {
    const given = { agentId: 'agt_1', task: 'Sum up.' };
    expect(() => taskOf('agents.run_agent', { ...given, schema: [1] })).toThrow('must be a JSON Schema');
    expect(() => taskOf('agents.run_agent', { ...given, agentId: '' })).toThrow('Agent');
  });
});
