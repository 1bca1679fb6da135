import type { Wanted } from './languages/languages.ts';

const month =
  /\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|enero|febrero|marzo|abril|mayo|junio|julio|agosto)\b/i;
const time =
  /\b(1[5-9]|20)\d\d\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(a\.?m\.?|p\.?m\.?)\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(days?|weeks?|months?|years?|hours?|minutes?|quarterly|annually|yearly|daily|weekly|midnight|noon|century|tag(e|en|s)?|wochen?|monat(e|en|s)?|jahr(e|en|s)?|stunden?|uhr|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jours?|semaines?|mois|ans?|heures?|días?|semanas?|mes(es)?|años?|horas?|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|or[ae]|dias?|anos?|dag(en)?|we(ek|ken)|maand(en)?|jaar|uur)\b/i;
/** Times of day in words: at six, half past nine, in the morning. */
const timeOfDay =
  /\b(?:at|by|until|till|from|before|after|past|around|to) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\bo['’]clock\b|\b(?:morning|afternoon|evening|tonight|sunrise|sunset|dawn|dusk)s?\b|\bum (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b|\b(?:morgens|vormittags|mittags|nachmittags|abends|nachts|matin|après-midi|soir|mañana|tarde|noche|mattina|pomeriggio|sera|manhã|noite|ochtend|middag|avond)\b|\ba las \p{L}+\b|\balle \p{L}+\b/iu;
/** Dates and times, whose numbers are not amounts. */
const calendar =
  /\b(?:first|second|third|fourth) (?:quarter|half)\b|\b(?:\p{L}{3,9}\.? \d{1,2}, |\d{1,2}\.? \p{L}{3,9} )?(?:19|20)\d\d\b|\bq[1-4]\b/giu;
const amount =
  /\p{N}|[€$£%]|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half|twice|once|double|free of charge|no charge|unlimited|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|tre|quattro|cinque|sette|otto|nove|dieci|dois|duas|três|quatro|oito|dez|twee|drie|vijf|zes|zeven|negen|tien|kostenlos|gratuite?|gratis|always|never|daily|weekly|monthly|annually|every (day|week|month|year))\b/iu;
const person =
  /\p{Lu}\p{Ll}+ (?:\p{Lu}\. ?)?(?:van |von |de |der |du |la )*\p{Lu}\p{Ll}+|\b(manager|director|officer|head|team|department|ceo|cto|cfo|president|chair\w*|founder|founded by|owner|board|committee|supervisor|engineer|administrator|author|minister|council|employees?|members?|customers?|everyone|anyone|nobody)\b/u;
const place =
  /\b(in|at|near|on|located|based|headquarter\w*|address|street|road|avenue|floor|building|room|region|city|country|office|under|folder|page|menu|tab|cabinet|behind|next to)\b/i;
const reason =
  /\b(because|since|due to|so that|in order to|therefore|thus|as a result|reason|caus\w+|to (avoid|prevent|ensure|protect|reduce|keep)|otherwise|weil|da|damit|denn|parce que|car|porque|perché|omdat)\b/i;
const manner =
  /^(-|\d|to |first|then|click|open|select|press|go to|choose|enter|send|use|submit|fill|contact|log|sign|turn|hold|remove|call)|\b(by \w+ing|must|should|can be|steps?|via|using|through|click|press|form|request)\b|\n- /i;

const shapes: Record<Wanted, (text: string) => boolean> = {
  time: (text) => month.test(text) || time.test(text) || timeOfDay.test(text),
  amount: (text) => amount.test(text.replace(calendar, ' ')),
  person: (text) => person.test(text),
  place: (text) => place.test(text),
  reason: (text) => reason.test(text),
  manner: (text) => manner.test(text),
};

/** Returns true when a sentence can contain the wanted kind of answer: a date, number, name, place, reason or manner. */
export const hasShape = (text: string, wanted: Wanted): boolean => shapes[wanted](text);
