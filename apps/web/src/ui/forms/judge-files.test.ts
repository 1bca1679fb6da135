import { describe, expect, it } from 'vitest';
import { judgeFiles } from './judge-files.ts';

const file = (name: string, size = 10) => ({ name, size });

describe('chosen files', () => {
  it('says of known types that cannot be read what to do', () => {
    const refusals = { '.ppt': 'Old presentations (.ppt) cannot be read. Please save it as .pptx.' };
    const { refused } = judgeFiles([file('Plan.PPT'), file('b.exe')], { endings: ['.pptx'], refusals });
    expect(refused).toEqual([
      {
        name: 'Plan.PPT',
        reason: 'was not taken. Old presentations (.ppt) cannot be read. Please save it as .pptx',
      },
      { name: 'b.exe', reason: 'is not one of the accepted types' },
    ]);
  });

  it('are taken by their ending, whatever its case', () => {
    const { accepted, refused } = judgeFiles([file('A.PDF'), file('b.exe')], { endings: ['.pdf'] });
    expect(accepted).toEqual([file('A.PDF')]);
    expect(refused).toEqual([{ name: 'b.exe', reason: 'is not one of the accepted types' }]);
  });

  it('that are archives are refused with the way out', () => {
    const { refused } = judgeFiles([file('All.ZIP')], { endings: ['.pdf'] });
    expect(refused).toEqual([{ name: 'All.ZIP', reason: 'is an archive: unpack it, then choose its files' }]);
  });

  it('are refused when they are too large, or one too many', () => {
    const { refused } = judgeFiles([file('a', 99), file('b'), file('c')], { maxSize: 50, maxFiles: 1 });
    expect(refused).toEqual([
      { name: 'a', reason: 'is too large' },
      { name: 'c', reason: 'is one too many' },
    ]);
  });

  it('leave out without a word what programs put into folders', () => {
    expect(judgeFiles([file('.DS_Store'), file('Thumbs.db')], { endings: ['.pdf'] })).toEqual({
      accepted: [],
      refused: [],
    });
  });
});
