import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { findPageDeclarations } from './declarations.ts';
import { decodeDeclared, decodeText, findBadByte } from './decode-text.ts';
import { resolveEncoding, showEncoding } from './labels.ts';
import { findMarks, TextDecoding } from './text-decoding.ts';

describe('a text that does not say how it is encoded', () => {
  it.each([
    ['合同于2026年在北京签订，有效期三年。', ['gb18030']],
    ['合同', ['gb18030']],
    ['[{"名称": "螺丝", "价格": 12}]', ['gb18030']],
    ['𠀀㐀字典', ['gb18030']],
    ['合約於2026年在台北簽訂，有效期三年。', ['big5']],
    ['合約編號,客戶', ['big5']],
    ['契約は2026年に東京で締結され、三年間有効です。', ['shift_jis', 'euc-jp']],
    ['名前：佐藤太郎', ['shift_jis', 'euc-jp']],
    ['계약은 2026년 서울에서 체결되었으며 3년간 유효합니다.', ['euc-kr']],
    ['계약서', ['euc-kr']],
    ['Договор подписан в Москве.', ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5']],
    ['Привет', ['windows-1251', 'koi8-r', 'ibm866']],
    ['Η συμφωνία υπογράφηκε στην Αθήνα.', ['windows-1253', 'iso-8859-7']],
    ['החוזה נחתם בתל אביב לשלוש שנים', ['windows-1255']],
    ['تم توقيع العقد في القاهرة لمدة ثلاث سنوات', ['windows-1256']],
    ['สัญญานี้ลงนามที่กรุงเทพมหานคร', ['windows-874']],
    ['Zażółć gęślą jaźń. Święto w Łodzi, źródło', ['windows-1250', 'iso-8859-2']],
    ['Die Straße führt über die Brücke: „Höhe“', ['windows-1252']],
    ['Die Straße führt über die Brücke in die Höhe', ['cp850', 'macintosh']],
    ['ÄNDERUNG DER ÄRZTE', ['windows-1252']],
    ['café', ['windows-1252']],
    ['合同于2026年在北京签订。\n第二行', ['utf16-le', 'utf16-be']],
  ])('%s is read', (text, encodings) => {
    for (const encoding of encodings)
      expect([encoding, decodeText(iconv.encode(text, encoding, { addBOM: false })).text]).toEqual([
        encoding,
        text,
      ]);
  });

  it('is read where only its last line is beyond ASCII', () => {
    const text = `${'The quick brown fox jumps over the lazy dog.\n'.repeat(5000)}最后一行：保修期三年。\n`;
    expect(decodeText(iconv.encode(text, 'gb18030'))).toEqual({
      ...{ text, encoding: 'gb18030', sure: 'likely', badPlaces: null },
    });
  });

  it('is EBCDIC where its letters say so', () => {
    const bytes = [
      0xc8, 0x85, 0x93, 0x93, 0x96, 0x40, 0xa6, 0x96, 0x99, 0x93, 0x84, 0x40, 0xc8, 0x85, 0x93, 0x93, 0x96,
    ];
    expect(decodeText(Uint8Array.from(bytes))).toMatchObject({
      text: 'Hello world Hello',
      encoding: 'ibm500',
    });
  });
});

describe('a text with mistakes', () => {
  const lines = 'Größe, Maße, Übung.\n'.repeat(4);

  it('is UTF-8 but for the places that are none, which are marked and counted', () => {
    const bytes = Buffer.concat([Buffer.from(lines), Buffer.from('Stra\xdfe M\xfcnchen\n', 'latin1')]);
    expect(decodeText(bytes)).toEqual({
      text: `${lines}Stra\ufffde M\ufffdnchen\n`,
      ...{ encoding: 'utf-8', sure: 'likely', badPlaces: { count: 2, line: 5 } },
    });
    const cut = Buffer.from(`${lines}Größe`).subarray(0, -2);
    expect(decodeText(cut.subarray(0, Buffer.byteLength(lines) + 3))).toMatchObject({
      ...{ encoding: 'utf-8', text: `${lines}Gr\ufffd`, badPlaces: { count: 1, line: 5 } },
    });
  });

  it('costs one place in an encoding of several bytes as well', () => {
    const sentence = iconv.encode('合同于2026年在北京签订，有效期三年。\n', 'gb18030');
    const bytes = Buffer.concat([sentence, Buffer.from([0xff, 0x0a]), sentence]);
    expect(decodeText(bytes)).toMatchObject({ encoding: 'gb18030', badPlaces: { count: 1, line: 2 } });
  });

  it('does not count a mark that it contains itself, in whatever pieces it comes', () => {
    const decoding = new TextDecoding('utf-8');
    const bytes = Buffer.from('a\ufffdb\n\ufffd');
    let text = '';
    for (const byte of bytes) text += decoding.write(Uint8Array.of(byte));
    expect([text + decoding.end(), decoding.badPlaces, decoding.marks]).toEqual([
      ...['a\ufffdb\n\ufffd', null, { count: 2, line: 1 }],
    ]);
    expect([findMarks('a\nb\ufffd'), findMarks('a')]).toEqual([{ count: 1, line: 2 }, null]);
  });

  it('is found at its first wrong byte', () => {
    expect(findBadByte(Buffer.from('abc\xfcdef', 'latin1'), 'utf-8')).toBe(3);
    expect(findBadByte(Buffer.from('Gr\u00fc\u00df').subarray(0, 5), 'utf-8')).toBe(4);
  });
});

describe('a declaration', () => {
  it('counts where the bytes fit it, and not against valid UTF-8', () => {
    const polish = iconv.encode('źródło', 'iso-8859-2');
    expect(decodeText(polish, ['klingon-8', 'iso-8859-2'])).toMatchObject({
      text: 'źródło',
      sure: 'certain',
    });
    expect(decodeText(Buffer.from('Grüße'), 'us-ascii')).toMatchObject({ text: 'Grüße', encoding: 'utf-8' });
    expect(decodeText(iconv.encode('合同条款', 'gb18030'), 'us-ascii').text).toBe('合同条款');
    expect(decodeText(iconv.encode('合同条款，有效期三年', 'gb18030'), 'shift_jis').text).toBe(
      '合同条款，有效期三年',
    );
    expect(decodeText(Buffer.from('\x80 \x96 \x93x\x94', 'latin1'), 'iso-8859-1').text).toBe('€ – “x”');
    expect(decodeText(Buffer.from('\x1b$B$^$_\x1b(B'), []).text).toBe('まみ');
  });

  it('is found behind much else, and not in a comment', () => {
    const page = (before: string) => Buffer.from(`${before}<META content="text/html; charset=windows-1251">`);
    expect(findPageDeclarations(page('x'.repeat(9000)))).toEqual(['windows-1251']);
    expect(findPageDeclarations(page('<!-- <meta charset=gbk> -->'))).toEqual(['windows-1251']);
    expect(findPageDeclarations(Buffer.from('<meta charset="utf-16"><!-- <meta charset=gbk>'))).toEqual([]);
    expect(findPageDeclarations(Buffer.from('<?xml version="1.0" encoding="koi8-r"?>'))).toEqual(['koi8-r']);
  });

  it.each([
    ['UTF8', 'utf-8'],
    ['x-gbk', 'gb18030'],
    ['CP936', 'gb18030'],
    ['windows-949', 'euc-kr'],
    ['iso_8859-1:1987', 'windows-1252'],
    ['eucJP', 'euc-jp'],
    ['cp850', 'cp850'],
    ['utf-32', 'utf-32be'],
    ['base64', undefined],
    ['klingon-8', undefined],
    ['', undefined],
  ])('%s names %s', (label, encoding) => {
    expect(resolveEncoding(label)).toBe(encoding);
  });

  it('is all that counts for a sender who must give one', () => {
    expect(decodeDeclared(Buffer.from('Gr\xfcn', 'latin1'), undefined)).toMatchObject({
      badPlaces: { count: 1 },
    });
    expect(decodeDeclared(Buffer.from('ab', 'utf16le'), undefined)?.text).toBe('ab');
    expect(decodeDeclared(Buffer.from('\ufeffab'), 'latin1')?.text).toBe('ab');
    expect(decodeDeclared(Buffer.from('ab'), 'klingon')).toBeUndefined();
  });

  it('is shown as people write it', () => {
    expect(['windows-1252', 'gb18030', 'koi8-r', 'x-mac-cyrillic'].map(showEncoding)).toEqual([
      ...['Windows-1252', 'GB 18030', 'KOI8-R', 'mac-cyrillic'],
    ]);
  });
});
