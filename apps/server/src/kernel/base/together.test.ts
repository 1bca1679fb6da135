import { describe, expect, it } from 'vitest';
import { Together } from './together.ts';

/** Work that is done when the test says so, and that refuses the value `bad`. */
const heldWork = (most = 10) => {
  const groups: string[][] = [];
  const finish: (() => void)[] = [];
  const together = new Together<string, string>(most, async (values) => {
    groups.push([...values]);
    await new Promise<void>((resolve) => finish.push(resolve));
    if (values.includes('bad')) throw new Error(`refused ${values.join(' ')}`);
    return values.map((value) => value.toUpperCase());
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const finishAll = async () => {
    for (await turn(); finish.length > 0; await turn()) finish.shift()?.();
  };
  return { together, groups, turn, finishAll };
};

describe('work for several callers', () => {
  it('serves those together who come while another one is served', async () => {
    const { together, groups, turn, finishAll } = heldWork();
    const first = together.do('k', 'a');
    await turn();
    const others = ['b', 'c', 'd'].map((value) => together.do('k', value));
    await finishAll();
    expect(await Promise.all([first, ...others])).toEqual(['A', 'B', 'C', 'D']);
    expect(groups).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('keeps keys apart, and groups within their size', async () => {
    const { together, groups, finishAll } = heldWork(2);
    const all = [together.do('k', 'a'), together.do('l', 'x'), together.do('k', 'b'), together.do('k', 'c')];
    await finishAll();
    expect(await Promise.all(all)).toEqual(['A', 'X', 'B', 'C']);
    expect(groups.map((group) => group.join(''))).toEqual(['ab', 'x', 'c']);
  });

  it('fails only the one whose value is refused', async () => {
    const { together, finishAll } = heldWork();
    const all = ['a', 'bad', 'c'].map((value) => together.do('k', value).catch(String));
    await finishAll();
    expect(await Promise.all(all)).toEqual(['A', 'Error: refused bad', 'C']);
  });
});
