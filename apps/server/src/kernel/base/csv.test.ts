import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

describe('a value in a CSV file', () => {
  it('is quoted, and its quotes are doubled', () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  });

  it('stays a number, and is empty where there is none', () => {
    expect(csvLine([-1, true, null, 'x'])).toBe('-1,true,"","x"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =HYPERLINK("x")', '＝1+1', '＠SUM(A1)'])(
    'never begins as a formula: %j',
    (value) => {
      expect(csvCell(value)).toBe(`"'${value.replaceAll('"', '""')}"`);
    },
  );
});
