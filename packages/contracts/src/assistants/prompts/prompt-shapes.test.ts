import { describe, expect, it } from 'vitest';
import { fillVariables, listPromptVariables, mostVariables } from './prompt-shapes.ts';

describe('variables of a prompt', () => {
  it('are found once each, in their order, with or without spaces', () => {
    expect(listPromptVariables('{{ b }} {{a}} {{b}} {{}} {{1x}} {a} {{c-2_d}} {{two words}}')).toEqual([
      'b',
      'a',
      'c-2_d',
    ]);
  });

  it('are bounded in number and length', () => {
    const many = Array.from({ length: 99 }, (_, n) => `{{v${n}}}`).join('');
    expect(listPromptVariables(many)).toHaveLength(mostVariables);
    expect(listPromptVariables(`{{${'x'.repeat(41)}}}`)).toEqual([]);
  });

  it('are filled literally, and stay where there is no value', () => {
    const filled = fillVariables('{{a}}, {{ b }}, {{c}}', { a: '$& {{b}}', b: '', c: 'C' });
    expect(filled).toBe('$& {{b}}, {{ b }}, C');
    expect(fillVariables('{{constructor}}', {})).toBe('{{constructor}}');
  });
});
