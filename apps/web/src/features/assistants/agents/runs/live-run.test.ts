import type { AgentRunEvent, AgentRunStep } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { describe, expect, it } from 'vitest';
import { agentStateReply, callReply } from '../../../../../tests/agent-replies.ts';
import { afterEvent, groupByTurn, nothingLive } from './live-run.ts';

const text = (turn: number, said: string): AgentRunStep => ({ type: 'TEXT', turn, text: said });
const play = (events: AgentRunEvent[]) => events.reduce(afterEvent, nothingLive);
const piece = (from: number, said: string, turn = 1): AgentRunEvent => ({
  event: 'writing',
  data: { turn, kind: 'text', from, text: said },
});

describe('a run that is followed', () => {
  it('grows with what is written, and begins anew with another attempt', () => {
    expect(play([piece(0, 'Let '), piece(4, 'me.')]).writing?.text).toBe('Let me.');
    expect(play([piece(0, 'Let me'), piece(0, 'I ')]).writing?.text).toBe('I ');
  });

  it('shows no text twice: what is written goes when its turn is recorded', () => {
    const recorded: AgentRunEvent = { event: 'state', data: agentStateReply() };
    expect(play([piece(0, 'Let me.'), recorded]).writing).toBeNull();
    expect(play([piece(0, 'Then.', 2), recorded]).writing?.text).toBe('Then.');
  });

  it('keeps each step once, also when it comes again', () => {
    const first: AgentRunEvent = { event: 'step', data: { at: 0, step: text(1, 'A') } };
    const second: AgentRunEvent = { event: 'step', data: { at: 1, step: text(1, 'B') } };
    expect(play([first, second, first]).steps).toEqual([text(1, 'A'), text(1, 'B')]);
  });

  it('groups steps and open calls by their turn', () => {
    const open = callReply({ turn: 2, status: 'RUNNING' });
    const turns = groupByTurn({ steps: [text(1, 'A'), callReply()], open: [open] });
    expect(turns.map(({ turn, steps }) => [turn, steps.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });
});
