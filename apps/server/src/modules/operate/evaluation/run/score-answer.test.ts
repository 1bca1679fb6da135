import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import { describe, expect, it } from 'vitest';
import { checkCalls, compareWords, withCalls } from './score-answer.ts';

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

describe('the comparison of an answer with the correct one by words', () => {
  it('gives 100 to the same words, whatever their order, endings and citations', () => {
    expect(compareWords('25 days of paid leave [1].', 'Paid leave: 25 day')).toBe(100);
  });

  it('gives 0 to an answer with nothing in common', () => {
    expect(compareWords('I could not find this.', '25 days of paid leave')).toBe(0);
    expect(compareWords('', '25 days')).toBe(0);
  });

  it('counts a wrong figure more than a wrong word', () => {
    const correct = 'Employees get 25 days of paid leave';
    const wrongFigure = compareWords('Employees get 20 days of paid leave', correct);
    const wrongWord = compareWords('Workers get 25 days of paid leave', correct);
    expect(wrongFigure).toBeLessThan(60);
    expect(wrongWord).toBeGreaterThan(80);
  });

  it('forgives further sentences more than missing ones', () => {
    const correct = 'The notice period is three months. It begins at the end of the month.';
    const longer = compareWords(`${correct} It can be shortened by agreement.`, correct);
    const shorter = compareWords('The notice period is three months.', correct);
    expect(longer).toBeGreaterThan(85);
    expect(shorter).toBeLessThan(longer);
  });

  it('reads figures alike with and without marks of thousands', () => {
    expect(compareWords('It costs 1,250 euros', 'It costs 1250 euros')).toBe(100);
  });
});
