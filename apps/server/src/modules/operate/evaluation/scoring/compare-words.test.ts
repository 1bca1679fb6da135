import { describe, expect, it } from 'vitest';
import { compareWords } from '../run/score-answer.ts';

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
