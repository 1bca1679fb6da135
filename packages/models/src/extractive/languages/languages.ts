import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';

/** The kind of answer that a question asks for. */
export type Wanted = 'time' | 'person' | 'amount' | 'place' | 'reason' | 'manner';

export interface Language {
  name: 'english' | 'german' | 'french' | 'spanish' | 'italian' | 'portuguese' | 'dutch';
  stem: (word: string) => string;
  stopWords: ReadonlySet<string>;
  /** True for languages in which all nouns are capitalised, so that a capital does not indicate a name. */
  nounsAreCapital?: boolean;
  /** Words that refer to an earlier question. */
  pronouns: ReadonlySet<string>;
  asks: ReadonlyArray<readonly [Wanted, RegExp]>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Inflected forms that the stemmer does not map to one stem.
const irregular = new Map(
  'met meet,paid pay,sold sell,bought buy,began begin,begun begin,held hold,grew grow,grown grow,fell fall,fallen fall,rose rise,risen rise,spent spend,built build,sent send,left leave,wrote write,written write,kept keep,lost lose,won win,ran run,taught teach,brought bring,chose choose,chosen choose,broke break,broken break,shrank shrink,shut shut,led lead'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

const englishLanguage: Language = {
  name: 'english',
  stem: (word) => english(irregular.get(word) ?? word),
  stopWords: words(
    'a an the this that these those and or but nor so if then else of to in on at by for from with without about into onto over under between through during is are was were be been being am do does did done doing have has had having can could will would shall should may might must i me my mine we us our ours you your yours he him his she her hers it its they them their theirs one what which who whom whose when where why how there here not no any some all each every both either neither than too very just also only own same such as up down out off again once please tell explain describe list give show know want like get gets got say says said mean means per s t ll re ve d m let ask asks happen happens take takes taken summarise summarize summary overview much many long often far old big there’s what’s',
  ),
  pronouns: words(
    'it its they them their theirs he him his she her hers this that these those there one ones',
  ),
  asks: [
    [
      'amount',
      /\bhow (many|much|long|often|far|old|big|large|high|heavy|fast|tall|deep)\b|\bwhat (number|percentage|amount|price|cost|size|fee|share)\b/,
    ],
    ['time', /\bwhen\b|\bwhat (time|date|year|day|month)\b|\bwhich (year|day|month|date)\b|\bsince when\b/],
    ['person', /\bwho(m|se)?\b/],
    ['place', /\bwhere\b|\bwhich (city|country|place|address|room)\b/],
    ['reason', /\bwhy\b|\bwhat .{0,30}\b(reason|cause)s?\b|\bhow come\b/],
    ['manner', /\bhow (do|does|can|should|to|would|is|are)\b|\bwhat (steps|must i do|should i do)\b/],
  ],
};

const germanLanguage: Language = {
  name: 'german',
  stem: german,
  nounsAreCapital: true,
  stopWords: words(
    'der die das den dem des ein eine einer eines einem einen und oder aber wenn dann als von zu zum zur in im an am auf bei für mit ohne über unter zwischen durch ist sind war waren sein bin bist hat haben hatte habe kann können konnte wird werden würde soll sollen muss müssen darf dürfen ich mich mir mein meine wir uns unser du dich dir dein sie ihr ihm ihn er es man sich was welche welcher welches welchen wer wen wem wessen wann wo wohin woher warum wieso weshalb wie viel viele lang lange hoch oft nicht kein keine auch nur so sehr schon noch dieser diese dieses diesen nach vor aus bitte gibt es',
  ),
  pronouns: words(
    'es sie er ihn ihm ihr ihre ihren dies diese dieser dieses das dort davon dafür damit deren dessen',
  ),
  asks: [
    ['amount', /\bwie (viel|viele|lange?|oft|weit|alt|groß|hoch|schwer|schnell|teuer)\b/],
    ['time', /\bwann\b|\bwelche[ms]? (jahr|tag|monat|datum)\b|\bseit wann\b/],
    ['person', /\bwe(r|n|m|ssen)\b/],
    ['place', /\bwo(hin|her)?\b/],
    ['reason', /\b(warum|wieso|weshalb)\b/],
    ['manner', /\bwie\b/],
  ],
};

const frenchLanguage: Language = {
  name: 'french',
  stem: french,
  stopWords: words(
    'le la les l un une des du de d et ou mais si alors à au aux en dans sur sous par pour avec sans entre est sont était étaient être été a ont avait avoir ai peut peuvent doit doivent je me moi mon ma mes nous notre nos vous votre vos il elle ils elles lui leur leurs on se ce cet cette ces que qui quoi quel quelle quels quelles quand où pourquoi comment combien ne pas non plus aussi très y n s c j m t qu',
  ),
  pronouns: words('il elle ils elles lui leur leurs cela ça ce cette ces celui celle ceux celles y en'),
  asks: [
    ['amount', /\bcombien\b|\bquel(le)? (prix|montant|nombre|durée|pourcentage)\b/],
    ['time', /\bquand\b|\bquel(le)? (date|jour|année|heure|mois)\b/],
    ['person', /\bqui\b/],
    ['place', /(^|\s)où\b/],
    ['reason', /\bpourquoi\b/],
    ['manner', /\bcomment\b/],
  ],
};

const spanishLanguage: Language = {
  name: 'spanish',
  stem: spanish,
  stopWords: words(
    'el la los las un una unos unas y o pero si de del a al en con sin sobre entre por para es son era eran ser fue está están estar ha han había haber hay puede pueden debe deben yo me mi mis nosotros nos nuestro tú te tu tus usted ustedes él ella ellos ellas le les lo se su sus que qué quién quiénes cuál cuáles cuándo dónde por qué cómo cuánto cuánta cuántos cuántas no ni también muy más este esta estos estas ese esa eso',
  ),
  pronouns: words('él ella ellos ellas eso esto esa ese estos esas lo la los las su sus ahí allí'),
  asks: [
    ['amount', /\bcu[aá]nt[oa]s?\b/],
    ['time', /\bcu[aá]ndo\b|\bqué (fecha|día|año|hora|mes)\b/],
    ['person', /\bqui[eé]n(es)?\b/],
    ['place', /\bd[oó]nde\b/],
    ['reason', /\bpor qué\b/],
    ['manner', /\bc[oó]mo\b/],
  ],
};

const italianLanguage: Language = {
  name: 'italian',
  stem: italian,
  stopWords: words(
    'il lo la i gli le l un uno una e o ma se di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei con su sul sulla per tra fra è sono era erano essere stato ha hanno aveva avere può possono deve devono io mi mio mia noi ci nostro tu ti tuo voi vi vostro egli lui lei loro si suo sua che chi cosa quale quali quando dove perché come quanto quanta quanti quante non anche molto più questo questa questi queste quello',
  ),
  pronouns: words('esso essa essi esse lui lei loro questo questa questi queste quello quella ci ne suo sua'),
  asks: [
    ['amount', /\bquant[oaie]\b/],
    ['time', /\bquando\b|\bche (data|giorno|anno|ora|mese)\b/],
    ['person', /\bchi\b/],
    ['place', /\bdove\b|\bdov/],
    ['reason', /\bperché\b/],
    ['manner', /\bcome\b/],
  ],
};

const portugueseLanguage: Language = {
  name: 'portuguese',
  stem: portuguese,
  stopWords: words(
    'o a os as um uma uns umas e ou mas se de do da dos das em no na nos nas com sem por pelo pela para entre é são era eram ser foi está estão estar tem têm tinha ter há pode podem deve devem eu me meu minha nós nosso você vocês ele ela eles elas lhe seu sua que quem qual quais quando onde por que porque como quanto quanta quantos quantas não também muito mais este esta isto esse essa isso ao à aos',
  ),
  pronouns: words('ele ela eles elas isso isto esse essa este esta lhe seu sua lá ali'),
  asks: [
    ['amount', /\bquant[oa]s?\b/],
    ['time', /\bquando\b|\bque (data|dia|ano|hora|mês)\b/],
    ['person', /\bquem\b/],
    ['place', /\bonde\b/],
    ['reason', /\bpor ?qu[eê]\b/],
    ['manner', /\bcomo\b/],
  ],
};

const dutchLanguage: Language = {
  name: 'dutch',
  stem: dutch,
  stopWords: words(
    'de het een en of maar als dan van te tot in op aan bij voor met zonder over onder tussen door is zijn was waren ben bent heeft hebben had heb kan kunnen kon wordt worden zou zal moet moeten mag mogen ik mij me mijn wij we ons onze jij je jou jouw u uw hij hem zij ze haar hun hen er dit dat deze die wat welke welk wie wiens wanneer waar waarom hoe veel vaak lang niet geen ook alleen zo zeer al nog naar uit',
  ),
  pronouns: words('het hij hem zij ze haar hun hen dit dat deze die er daar daarvan'),
  asks: [
    ['amount', /\bhoe(veel| vaak| lang| ver| oud| groot| hoog| duur)\b/],
    ['time', /\bwanneer\b|\bwelk(e)? (jaar|dag|maand|datum)\b/],
    ['person', /\bwie\b/],
    ['place', /\bwaar\b/],
    ['reason', /\bwaarom\b/],
    ['manner', /\bhoe\b/],
  ],
};

export const languages: readonly Language[] = [
  englishLanguage,
  germanLanguage,
  frenchLanguage,
  spanishLanguage,
  italianLanguage,
  portugueseLanguage,
  dutchLanguage,
];

/** Detects the language by its stop words; English when no language is clearly ahead. */
export const detectLanguage = (text: string): Language => {
  const sample =
    text
      .slice(0, 3_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  let best = englishLanguage;
  let bestHits = 0;
  for (const language of languages) {
    const hits = sample.filter((word) => language.stopWords.has(word)).length;
    if (hits > bestHits) {
      best = language;
      bestHits = hits;
    }
  }
  return best;
};
