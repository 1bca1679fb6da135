import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import { describe, expect, it } from 'vitest';
import { checkCalls, withCalls } from './check-calls.ts';

const made = (tool: string, input: unknown): MadeCall => ({
  ...{ tool, title: tool, input: JSON.stringify(input), isNoted: false },
});
const calls = [made('search', { query: 'Paid LEAVE' }), made('send_mail', { to: 'ann@example.org' })];

describe('expected calls', () => {
  it('are met by a call of the tool whose arguments contain the text', () => {
    expect(
      checkCalls(
        [
          { tool: 'search', rule: 'CALLED', contains: 'leave' },
          { tool: 'search', rule: 'CALLED', contains: 'pension' },
          { tool: 'calculate', rule: 'CALLED', contains: '' },
        ],
        calls,
      ),
    ).toEqual([true, false, false]);
  });

  it('forbid a call, with any arguments or with a text', () => {
    expect(
      checkCalls(
        [
          { tool: 'send_mail', rule: 'NOT_CALLED', contains: '' },
          { tool: 'send_mail', rule: 'NOT_CALLED', contains: 'boss@example.org' },
        ],
        calls,
      ),
    ).toEqual([false, true]);
  });

  it('lower the accuracy by the part that was missed', () => {
    const expected = [
      { tool: 'search', rule: 'CALLED', contains: '' },
      { tool: 'calculate', rule: 'CALLED', contains: '' },
    ] as const;
    expect(withCalls(90, expected, calls)).toBe(45);
    expect(withCalls(90, [], calls)).toBe(90);
  });
});
