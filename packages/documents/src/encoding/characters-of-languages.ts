/** The share of a text that is written in the characters of a language. */
export interface Commonness {
  /** The characters of everyday texts. */
  common: ReadonlySet<string>;
  /** The most frequent of them, which stand in almost every sentence. */
  frequent: ReadonlySet<string>;
}

/** Returns the characters of two bytes whose first byte is in one range and whose second is in another. */
const decodeRows = (
  encoding: string,
  [from, to]: readonly [number, number],
  second: readonly number[],
): string => {
  const bytes: number[] = [];
  for (let row = from; row <= to; row++) for (const byte of second) bytes.push(row, byte);
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const upper = range(0xa1, 0xfe);

const punctuation =
  '、。，．・：；？！—…‥～「」『』（）〔〕【】《》〈〉“”‘’％％＋－＝×￥　ー々○●△▲□■◇◆☆★※→←↑↓①②③④⑤⑥⑦⑧⑨⑩';
const wide = decodeRows('euc-jp', [0xa3, 0xa3], upper);

const simplified =
  '的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知使名称数量号价格合同条款产品公司客户电话地址日期金额姓部门员工编单位项目订总计元月本期内容理高长业新体电动工度实现系资保服务市场管质交付违约方甲乙';
const traditional =
  '的一是不了人我在有他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生自會那後能對著事其裡所去行過家十用發天如然作方成者多日都三小軍二無同麼經法當起與好看學進種將還分此心前面又定見只主沒公從知使名稱數量號價格合約條款產品司客戶電話址期金額姓部門員工編單位項目訂總計元月本內容理高長業新體動度實現系資保服務市場管質交付違約甲乙';
const hangul =
  '이다는가의에을고를은도로서한사하지기어인자리그시아수부해나과있대일정전보주제상장라만들니면것으여구성원관계조음스유비공무국회신오동연세품치개발용금년월번호안내습합';
const kanji = '日本人大年一国会社中名前月分時東京都市田山川上下電話番号住所氏製品価格数量合計円契約書';

const kana = `${decodeRows('euc-jp', [0xa4, 0xa5], range(0xa1, 0xf6))}`;

const toCommonness = (common: string, frequent: string): Commonness => ({
  common: new Set(common + frequent + punctuation + wide),
  frequent: new Set(frequent),
});

const kept = new Map<string, Commonness>();

const languages: Readonly<Record<string, () => Commonness>> = {
  gb18030: () => toCommonness(decodeRows('gb18030', [0xb0, 0xd7], upper), simplified),
  big5: () => toCommonness(decodeRows('big5', [0xa4, 0xc6], [...range(0x40, 0x7e), ...upper]), traditional),
  shift_jis: () => languages['euc-jp']?.() ?? toCommonness('', ''),
  'euc-jp': () => toCommonness(kana + decodeRows('euc-jp', [0xb0, 0xcf], upper), kana + kanji),
  'euc-kr': () => toCommonness(decodeRows('euc-kr', [0xb0, 0xc8], upper), hangul),
};

/** The encodings of East Asia, whose characters have several bytes. Of equally likely ones the first is taken. */
export const eastAsianEncodings: readonly string[] = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'];

/** Returns the common characters of the language of an encoding; none for encodings of other languages. */
export const commonCharacters = (encoding: string): Commonness => {
  const known = kept.get(encoding);
  if (known) return known;
  const made = languages[encoding]?.() ?? toCommonness('', '');
  kept.set(encoding, made);
  return made;
};
