import { describe, expect, it } from 'vitest';
import { labelMark } from './label-mark.ts';
import { readLists } from './numbering.ts';
import { rewriteText } from './rewrite-text.ts';
import { readStyles } from './word-styles.ts';

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (id: string, ...levels: readonly string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
const instance = (id: string, of: string, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const place = (id: string, at?: number) =>
  `<w:numPr>${at === undefined ? '' : `<w:ilvl w:val="${at}"/>`}<w:numId w:val="${id}"/></w:numPr>`;
const paragraph = (properties: string, text: string) =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

interface Parts {
  numbering?: string;
  styles?: string;
}

const rewrite = (body: string, { numbering = '', styles = '' }: Parts = {}) =>
  rewriteText(`<w:body>${body}</w:body>`, { lists: readLists(numbering), findStyle: readStyles(styles) });

/** Returns the paragraphs as they are read: the style of a heading, the level of a list, and the texts. */
const read = (body: string, parts?: Parts): string[] =>
  rewrite(body, parts)
    .xml.split('<w:p>')
    .slice(1)
    .map((each) => {
      const heading = /<w:pStyle w:val="((?:Heading|Title)\d*)"/.exec(each)?.[1] ?? '';
      const at = /<w:ilvl w:val="(\d)"/.exec(each)?.[1] ?? '';
      const texts = Array.from(each.matchAll(/<w:t[^<>]*>([^<>]*)</g), ([, text = '']) => text);
      return `${heading}${at}|${texts.join('')}`.replaceAll(labelMark, '');
    });

describe('the numbers of a Word document', () => {
  const legal = list(
    '1',
    level(0, 'decimal', '%1'),
    level(1, 'decimal', '%1.%2'),
    level(2, 'lowerLetter', '%1.%2 (%3)'),
  );
  const items = (...levels: readonly number[]) => levels.map((at) => paragraph(place('7', at), 'x')).join('');

  it('go on at each level, and begin again below another one', () => {
    const numbering = legal + instance('7', '1');
    expect(read(items(0, 1, 2, 2, 1, 2, 0, 1), { numbering })).toEqual([
      ...['0|1 x', '1|1.1 x', '2|1.1 (a) x', '2|1.1 (b) x', '1|1.2 x', '2|1.2 (a) x', '0|2 x', '1|2.1 x'],
    ]);
  });

  it('have the first number of levels that were left out', () => {
    expect(read(items(2), { numbering: legal + instance('7', '1') })).toEqual(['2|1.1 (a) x']);
  });

  it('go on in other lists of the same kind, unless those begin again', () => {
    const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
    const numbering = legal + instance('7', '1') + instance('8', '1') + instance('9', '1', again);
    const body = ['7', '7', '8', '9', '9'].map((id) => paragraph(place(id, 0), 'x')).join('');
    expect(read(body, { numbering })).toEqual(['0|1 x', '0|2 x', '0|3 x', '0|5 x', '0|6 x']);
  });

  it('begin again only behind the level that a list says, or never', () => {
    const levels = [
      level(0, 'decimal', '%1.'),
      level(1, 'decimal', '%2)', '<w:lvlRestart w:val="0"/>'),
      level(2, 'lowerRoman', '%3)', '<w:lvlRestart w:val="1"/>'),
    ];
    const numbering = list('1', ...levels) + instance('7', '1');
    expect(read(items(0, 1, 2, 1, 2, 0, 1, 2), { numbering })).toEqual([
      ...['0|1. x', '1|1) x', '2|i) x', '1|2) x', '2|ii) x', '0|2. x', '1|3) x', '2|i) x'],
    ]);
  });

  it('are digits in legal numbering, and have the texts around them', () => {
    const levels = [
      level(0, 'upperRoman', 'Article %1.'),
      level(1, 'decimalZero', 'Section %1.%2', '<w:isLgl/>'),
      level(2, 'decimalZero', '§&#160;%3 &amp; more'),
    ];
    const numbering = list('1', ...levels) + instance('7', '1');
    expect(read(items(0, 0, 1, 2), { numbering })).toEqual([
      ...['0|Article I. x', '0|Article II. x', '1|Section 2.1 x', '2|§\u00a001 &amp; more x'],
    ]);
  });

  it('are those of an own level of a list, and none for bullets and the format none', () => {
    const own = `<w:lvlOverride w:ilvl="0">${level(0, 'upperLetter', '[%1]')}</w:lvlOverride>`;
    const plain = list('2', level(0, 'bullet', '•'), level(1, 'none', ''));
    const numbering = legal + plain + instance('7', '1', own) + instance('8', '2');
    const body =
      paragraph(place('7', 0), 'x') + paragraph(place('8', 0), 'y') + paragraph(place('8', 1), 'z');
    expect(read(body, { numbering })).toEqual(['0|[A] x', '0|y', '1|z']);
  });

  it('come from the style of a paragraph, also through a list that a style names', () => {
    const numbering =
      list(
        '1',
        level(0, 'decimal', '%1.', '<w:pStyle w:val="A"/>'),
        level(1, 'decimal', '%1.%2.', '<w:pStyle w:val="B"/>'),
      ) +
      '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Outline"/></w:abstractNum>' +
      instance('7', '1') +
      instance('8', '2');
    const style = (id: string, inner: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/>${inner}</w:style>`;
    const styles =
      style('A', `<w:pPr>${place('7')}</w:pPr>`) +
      style('B', '<w:basedOn w:val="A"/>') +
      style('C', `<w:basedOn w:val="A"/><w:pPr>${place('0')}</w:pPr>`) +
      style('Outline', `<w:pPr>${place('7')}</w:pPr>`);
    const styled = (id: string) => paragraph(`<w:pStyle w:val="${id}"/>`, 'x');
    const body =
      styled('A') +
      styled('B') +
      styled('C') +
      paragraph(place('8', 1), 'x') +
      paragraph(`<w:pStyle w:val="A"/>${place('0')}`, 'x');
    expect(read(body, { numbering, styles })).toEqual(['0|1. x', '1|1.1. x', '|x', '1|1.2. x', '|x']);
  });

  it('are not counted twice where a text box stands in two forms, nor taken from former properties', () => {
    const numbering = legal + instance('7', '1');
    const box = (choice: string) =>
      `<mc:AlternateContent><mc:Choice>${choice}</mc:Choice><mc:Fallback>${choice}</mc:Fallback></mc:AlternateContent>`;
    const former = paragraph(`<w:pPrChange><w:pPr>${place('7', 0)}</w:pPr></w:pPrChange>`, 'y');
    const texts = read(`<w:p><w:r>${box(items(0))}</w:r></w:p>${former}${items(0)}`, { numbering });
    expect(texts).toEqual(['|', '0|1 x', '|x', '0|y', '0|2 x']);
  });
});

describe('the headings of a Word document', () => {
  const named = (id: string, name: string, inner = '') =>
    `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`;
  const styles =
    named('berschrift1', 'heading 1', `<w:pPr>${place('7')}<w:outlineLvl w:val="0"/></w:pPr>`) +
    named('Klausel', 'Klausel', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>') +
    named('Unter', 'Unter', '<w:basedOn w:val="berschrift1"/>') +
    named('Text', 'Text', '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>') +
    named('Titel', 'Title');
  const numbering = list('1', level(0, 'decimal', '%1.')) + instance('7', '1');
  const styled = (id: string, more = '') => paragraph(`<w:pStyle w:val="${id}"/>${more}`, 'x');

  it('are found by the names of their styles in all languages, and by outlines, and keep their numbers', () => {
    const body =
      ['Titel', 'berschrift1', 'Klausel', 'Unter', 'Text'].map((id) => styled(id)).join('') +
      paragraph('<w:outlineLvl w:val="1"/>', 'x') +
      styled('berschrift1', '<w:outlineLvl w:val="9"/>');
    expect(read(body, { numbering, styles })).toEqual([
      ...['Title|x', 'Heading1|1. x', 'Heading3|x', 'Heading1|2. x', '0|3. x', 'Heading2|x', '0|4. x'],
    ]);
  });

  it('have styles that are based on each other in a circle, or on none', () => {
    const circle =
      named('A', 'A', '<w:basedOn w:val="B"/>') + named('B', 'heading 2', '<w:basedOn w:val="A"/>');
    expect(read(styled('A') + styled('None'), { styles: circle })).toEqual(['Heading2|x', '|x']);
  });
});

describe('the runs of a Word document', () => {
  const run = (inner: string, properties = '') =>
    `<w:p><w:pPr></w:pPr><w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${inner}</w:r></w:p>`;
  const symbol = (font: string, code: string) => `<w:sym w:font="${font}" w:char="${code}"/>`;

  it('have hyphens that do not break, symbols of fonts, and the base of ruby', () => {
    const ruby =
      '<w:ruby><w:rubyPr/><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r><w:r><w:t>京</w:t></w:r></w:rubyBase></w:ruby>';
    const symbols = [
      ...[
        symbol('Symbol', 'F06D'),
        symbol('Wingdings', 'F0FE'),
        symbol('Arial', '20AC'),
        symbol('Webdings', 'F041'),
      ],
    ].join('');
    expect(
      read(run('<w:t>A</w:t><w:noBreakHyphen/><w:t>100</w:t>') + run(symbols) + run(`${ruby}<w:t>都</w:t>`)),
    ).toEqual(['|A-100', '|μ☑€', '|東京都']);
  });

  it('are left out where they are hidden, by themselves or by their style', () => {
    const styles = '<w:style w:styleId="H"><w:name w:val="H"/><w:rPr><w:vanish/></w:rPr></w:style>';
    const body =
      run('<w:t>secret</w:t><w:noBreakHyphen/>', '<w:vanish/>') +
      run('<w:t>shown</w:t>', '<w:vanish w:val="0"/>') +
      run('<w:t>styled</w:t>', '<w:rStyle w:val="H"/>') +
      run('<w:t>again</w:t>', '<w:rStyle w:val="H"/><w:vanish w:val="false"/>') +
      run('<w:fldChar w:fldCharType="begin"/>', '<w:vanish/>');
    const { xml, hidesText } = rewrite(body, { styles });
    expect(hidesText).toBe(true);
    expect(read(body, { styles })).toEqual(['|', '|shown', '|', '|again', '|']);
    expect(xml).toContain('<w:fldChar');
  });

  it('stay as they are where nothing has to be written, also in XML that is not whole', () => {
    for (const body of [
      '<w:p><w:r><w:t a="x>y" b=\'"\'>a</w:t></w:r></w:p>',
      '<!-- <w:p> --><w:p',
      '</w:r></w:p><w:p><w:r',
    ])
      expect(rewrite(body)).toEqual({ xml: `<w:body>${body}</w:body>`, hidesText: false });
  });
});
