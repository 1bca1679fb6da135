import { languages } from './languages.ts';

/** The languages of the fixed sentences: those of the index, and those that are recognised by their script. */
export const replyLanguages = [
  'arabic',
  'chinese',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'hebrew',
  'hungarian',
  'italian',
  'japanese',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'spanish',
  'swedish',
  'turkish',
  'ukrainian',
] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

/** Scripts by language. Kana come before Han because Japanese uses both; Ukrainian is recognised by letters that Russian lacks. */
const scripts: readonly (readonly [ReplyLanguage, RegExp])[] = [
  ['japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['chinese', /\p{Script=Han}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['ukrainian', /[іїєґ]/iu],
  ['russian', /\p{Script=Cyrillic}/u],
];

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Frequent words of questions by language. A word of several languages counts for each of them. */
const common: readonly (readonly [ReplyLanguage, ReadonlySet<string>])[] = [
  ...languages.map(({ name, stopWords }) => [name, stopWords] as const),
  [
    'danish',
    words(
      'og er en et den det de af til på i for med hvad hvilke hvilken hvilket hvem hvor hvornår hvorfor hvordan hvad meget mange kan skal jeg vi man min ikke har blev fra der som',
    ),
  ],
  [
    'norwegian',
    words(
      'og er en et den det de av til på i for med hva hvilke hvilken hvilket hvem hvor når hvorfor hvordan mye mange kan skal jeg vi man min ikke har ble fra som',
    ),
  ],
  [
    'swedish',
    words(
      'och är en ett den det de av till på i för med vad vilka vilken vilket vem var när varför hur mycket många kan ska jag vi man min inte har blev från som',
    ),
  ],
  [
    'finnish',
    words(
      'ja on ovat oli mikä mitä mitkä missä mistä mihin milloin miksi miten kuinka kuka ketkä paljon monta voi pitää minä me ei se ne tämä kun joka onko saa',
    ),
  ],
  [
    'hungarian',
    words(
      'a az egy és van vannak volt mi mit mik milyen melyik hol hova honnan mikor miért hogyan hány mennyi ki kik kell lehet nem én mi ez hogy meg vagy szabad',
    ),
  ],
  [
    'romanian',
    words(
      'și este sunt era un o al ale de la în pe pentru cu din ce care cât câte câți câtă când unde cine cum de pot poate trebuie nu eu noi mea meu se a fi',
    ),
  ],
  [
    'turkish',
    words(
      've bir bu şu o ne nedir nasıl nerede nereye zaman kim kimin neden niçin kaç hangi mi mı mu mü için ile var yok ben biz kadar olarak değil gün',
    ),
  ],
];

/** Detects the language of a question by script or frequent words; undefined when neither is conclusive. */
export const questionLanguage = (text: string): ReplyLanguage | undefined => {
  const sample = text.slice(0, 2_000);
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const others = (sample.match(/\p{L}/gu)?.length ?? 0) - latin;
  // Text in other scripts often contains names in Latin letters, and its words have fewer letters.
  if (others * 3 > latin) {
    const found = scripts.find(([, script]) => script.test(sample));
    if (found) return found[0];
  }
  const asked = sample.toLowerCase().match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? [];
  let best: ReplyLanguage | undefined;
  let most = 0;
  for (const [language, list] of common) {
    const hits = asked.filter((word) => list.has(word)).length;
    if (hits > most) [best, most] = [language, hits];
  }
  return best;
};
