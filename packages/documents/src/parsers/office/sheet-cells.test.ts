import { describe, expect, it } from 'vitest';
import { createStyles, readStyleCodes } from './cell-styles.ts';
import { readFormatKind } from './number-formats.ts';
import { type Cell, cellText, readSharedStrings } from './sheet-cells.ts';

const part = async function* (xml: string): AsyncGenerator<string> {
  yield xml;
};

/** True for formats that show numbers as dates, times or durations. */
const isTime = (code: string): boolean =>
  !['general', 'number'].includes(readFormatKind(code).kind) || code.startsWith('mm:ss');

describe('the styles of a workbook', () => {
  const styles = async (ids: readonly number[]) => {
    const codes = await readStyleCodes(
      part(
        `<styleSheet><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
      ),
    );
    return codes.map(({ code }) => isTime(code));
  };

  it('show numbers as dates with these formats that Excel knows', async () => {
    const ids = Array.from({ length: 70 }, (_none, at) => at);
    const shown = await styles(ids);
    expect(ids.filter((id) => shown[id])).toEqual([
      ...[14, 15, 16, 17, 18, 19, 20, 21, 22],
      ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
      ...[45, 46, 47],
      ...[50, 51, 52, 53, 54, 55, 56, 57, 58],
    ]);
  });

  it.each([
    ['yyyy', true],
    ['H:MM', true],
    ['General', false],
    ['0 &quot;days&quot;', false],
    ['[Red]0', false],
    ['0\\d', false],
    ['[h]:mm', true],
  ])('of their own are read by their letters: %s', async (code, isDate) => {
    const xml = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/><numFmt numFmtId="14" formatCode="0"/></numFmts><cellStyleXfs><xf numFmtId="15"/></cellStyleXfs><cellXfs><xf numFmtId="170"/><xf numFmtId="14"/><xf/></cellXfs><dxfs><xf numFmtId="15"/></dxfs></styleSheet>`;
    const codes = await readStyleCodes(part(xml));
    const kinds = codes.map((each) => readFormatKind(each.code).kind);
    expect(kinds.map((kind) => kind !== 'general' && kind !== 'number')).toEqual([isDate, false, false]);
  });

  it('mark cells with bold letters, and with a ground that is not white', async () => {
    const fonts = '<fonts><font/><font><b/></font><font><b val="0"/></font></fonts>';
    const fill = (color: string) =>
      `<fill><patternFill patternType="solid"><fgColor ${color}/></patternFill></fill>`;
    const fills = `<fills><fill><patternFill patternType="none"/></fill>${fill('rgb="FFDDDDDD"')}${fill('rgb="FFFFFFFF"')}</fills>`;
    const formats = [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [0, 2],
    ].map(([font, fillId]) => `<xf fontId="${font}" fillId="${fillId}"/>`);
    const codes = await readStyleCodes(
      part(
        `<styleSheet>${fonts}${fills}<cellXfs>${formats.join('')}</cellXfs><dxfs><dxf><font><b/></font></dxf></dxfs></styleSheet>`,
      ),
    );
    expect(codes.map(({ isMarked }) => isMarked)).toEqual([false, true, false, true, false]);
  });
});

describe('the text of a cell', () => {
  const codes = ['General', 'yyyy-mm-dd'].map((code) => ({ code, isMarked: false }));
  const shown = async (type: string | undefined, text: string, style = 0, from1904 = false) => {
    const cell: Cell = { type, style, text };
    const context = { sharedStrings: ['first', 'second'], styles: await createStyles(codes, from1904) };
    return cellText(cell, context);
  };

  it.each<[string | undefined, string, string]>([
    ['s', '1', 'second'],
    ['s', '2', ''],
    ['inlineStr', ' typed ', ' typed '],
    ['str', 'result', 'result'],
    ['e', '#N/A', '#N/A'],
    ['b', '0', 'FALSE'],
    ['b', '1', 'TRUE'],
    ['b', ' ', ''],
    ['d', '2024-02-29T10:30:00', '2024-02-29 10:30'],
    ['d', '2024-02-29T10:30:00Z', '2024-02-29 10:30'],
    ['d', '2024-02-29T10:30:00+02:00', '2024-02-29 08:30'],
    ['d', 'one day', 'one day'],
    [undefined, '1.10', '1.1'],
    [undefined, '', ''],
    ['n', '1e3', '1000'],
  ])('of type %s with %j is %j', async (type, text, expected) => {
    expect(await shown(type, text)).toBe(expected);
  });

  it('is a date where its style shows one, counted from 1900 or from 1904', async () => {
    expect([await shown(undefined, '25569', 1), await shown(undefined, '25569.25', 1)]).toEqual([
      ...['1970-01-01', '1970-01-01 06:00'],
    ]);
    expect(await shown(undefined, '24107', 1, true)).toBe('1970-01-01');
    expect(await shown(undefined, '25569', 2)).toBe('25569');
  });

  it('is found in the shared texts without hints of pronunciation, also after them', async () => {
    const xml = '<sst><si><t>a</t><rPh><t>hint</t></rPh><t>b</t></si><si/><si><t>c</t> between </si></sst>';
    expect(await readSharedStrings(part(xml))).toEqual(['ab', '', 'c']);
  });
});
