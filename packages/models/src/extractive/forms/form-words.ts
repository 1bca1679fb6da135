import { findConcept } from '../concepts.ts';
import type { Language } from '../languages/languages.ts';
import { splitTerms, type Term } from '../terms.ts';

/** Words of questions and of labels that ask for the same value. Each line is a group. */
const groups = `
birth born birthday geburt geboren geburtsdatum geburtstag naissance né née nacimiento nació nacido nacida
address live lives living reside residence home anschrift adresse wohnt wohnort wohnhaft habite domicile dirección domicilio vive reside
job occupation profession beruf tätigkeit métier travaille profesión oficio trabaja
name named called heißt
doctor physician gp arzt ärztin médecin médico
tenant rents renter lessee mieter mietet
landlord lessor vermieter vermietet
total sum gesamtbetrag gesamtsumme gesamt summe endbetrag
manufacturer maker producer make made produced builds built hersteller hergestellt baut produziert fabricant fabriqué fabrique fabricante fabricado fabrica
carrier haulier freight spediteur spedition frachtführer
quantity qty count pieces menge anzahl stückzahl stück quantité nombre cantidad número
noise loud sound lärm laut schallpegel
weight weigh weighs heavy mass gewicht wiegt schwer masse poids pèse peso pesa
age old alter alt âge edad
price cost costs charge fee preis kosten kostet gebühr prix coût coûte precio coste cuesta
phone telephone tel mobile telefon telefonnummer rufnummer
mail email e-mail
colour color farbe couleur color
year built constructed construction manufactured baujahr gebaut herstellungsjahr
inspector inspected examiner examined tested tester prüfer prüferin geprüft
driver drives drove fahrer gefahren
signed signature signatory unterschrift unterschrieben unterzeichnet signé firmado firma
issued issuer issuing issue ausgestellt ausstellung aussteller
expire expires expiry expiration ablauf gültig valid validité échéance valable vencimiento vence válido
owner owns holder keeper belongs inhaber besitzer eigentümer halter propriétaire titulaire appartient propietario titular pertenece
power consumption consume consumes watt leistung verbrauch verbraucht
customer client buyer kunde käufer cliente acheteur comprador
supplier vendor seller lieferant
recipient received receives consignee empfänger empfangen
vat tax mwst umsatzsteuer mehrwertsteuer
result outcome ergebnis
duration term dauer laufzeit durée duración
allergy allergies allergic allergien allergisch
nationality citizenship citizen staatsangehörigkeit nationalität
born birthplace geburtsort
due payable deadline paid pay fällig zahlbar zahlungsziel
premium contribution prämie beitrag
insured insurance policyholder covered versichert versicherter versicherungsnehmer
plate licence license registration kennzeichen immatriculation matrícula
brand make marke marque marca
fuel petrol diesel kraftstoff treibstoff carburant combustible
displacement capacity hubraum
packages parcels boxes cartons packstücke pakete kartons colis bultos
illness disease condition diagnosis diagnose krankheit diagnostic diagnóstico
medication medicine drug drugs prescribed prescription medikament verordnet médicament medicamento
pulse heartbeat puls
married marital spouse familienstand verheiratet
employer employed works arbeitgeber beschäftigt employeur
salary wage wages income earns earnings gehalt einkommen verdient salaire salario
gender sex geschlecht sexe sexo
sender shipper shipped absender versender expéditeur remitente
lot batch charge lote
reason purpose grund zweck motif motivo
contact representative ansprechpartner
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** Ways to ask that name no label, and the words of labels that they ask for. */
const implied: readonly (readonly [RegExp, string])[] = [
  [/\bhow old\b|\bwie alt\b|\bquel âge\b|\bqué edad\b/iu, 'age alter âge edad'],
  [
    /\bhow (?:many|much)\b|\bwie ?viele?\b|\bcombien\b|\bcuánt[oa]s?\b/iu,
    'quantity qty count menge anzahl quantité cantidad',
  ],
  [/\bhow heavy\b|\bwie schwer\b/i, 'weight mass gewicht masse'],
  [/\bhow loud\b|\bwie laut\b/i, 'noise lärm'],
  [/\bhow long\b|\bwie lang\b/i, 'length duration länge dauer'],
  [/\bhow (?:high|tall)\b|\bwie hoch\b/i, 'height höhe'],
  [/\bhow fast\b|\bwie schnell\b/i, 'speed geschwindigkeit'],
  [/\bhow wide\b|\bwie breit\b/i, 'width breite'],
  [/\bhow far\b|\bwie weit\b/i, 'distance entfernung'],
  [
    /\bhow (?:much|expensive)\b|\bwie ?viel\b|\bwie teuer\b|\bcombien\b|\bcuánto\b/iu,
    'price amount total preis betrag prix montant precio importe',
  ],
  [
    /\bwhere\b|\bwo\b|(?<!\p{L})où(?!\p{L})|\bdónde\b/iu,
    'address location place site premises anschrift adresse ort standort lieu lugar dirección',
  ],
  [/\b(?:until|till) when\b|\bbis wann\b/i, 'end until expiry ende ablauf'],
  [/\b(?:since|from) when\b|\b(?:ab|seit) wann\b/i, 'begin start from beginn'],
  [/\bwhen\b|\bwann\b|\bquand\b|\bcuándo\b/iu, 'date time year day datum zeit jahr tag fecha'],
];

const toStems = (words: string, language: Language): string[] =>
  splitTerms(words, language).map(({ stem }) => stem);

const general = new Set('level rate value number no nr type nummer wert art'.split(' '));

/** Returns how much a word tells of a label: a general word less, and a figure nothing. */
export const weighWord = ({ stem }: Term): number => {
  if (/^\p{N}/u.test(stem)) return 0;
  return general.has(stem) ? 0.4 : 1;
};

type Groups = ReadonlyMap<string, ReadonlySet<number>>;
const known = new WeakMap<Language, Groups>();

const listGroups = (language: Language): Groups => {
  const found = known.get(language);
  if (found) return found;
  const made = new Map<string, Set<number>>();
  for (const [at, words] of groups.entries())
    for (const stem of toStems(words.join(' '), { ...language, stopWords: new Set() }))
      made.set(stem, (made.get(stem) ?? new Set()).add(at));
  known.set(language, made);
  return made;
};

/** Returns the stems of the words of labels that a way to ask stands for. */
export const listImplied = (question: string, language: Language): ReadonlySet<string> =>
  new Set(implied.flatMap(([asks, words]) => (asks.test(question) ? toStems(words, language) : [])));

/** The shortest stem that another may begin with and still be a form of the same word: `analys` in `analyst`. */
const shortestStart = 5;
/** A longer rest is a word of its own, as in German compounds. */
const longestEnding = 3;

const begins = (short: string, long: string): boolean =>
  short.length >= shortestStart && long.startsWith(short);

const compareStems = (one: string, other: string): number => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (!begins(short, long)) return 0;
  return long.length <= short.length + longestEnding ? 0.8 : 0.5;
};

const shareGroup = (one: string, other: string, language: Language): boolean => {
  const concept = findConcept(one);
  if (concept !== undefined && concept === findConcept(other)) return true;
  const all = listGroups(language);
  const [groupsOfOne, groupsOfOther] = [all.get(one), all.get(other)];
  return (
    groupsOfOne !== undefined && groupsOfOther !== undefined && !groupsOfOne.isDisjointFrom(groupsOfOther)
  );
};

/** Returns how much a word of a question means a word of a label, from 0 to 1. */
export const compareWords = (asked: Term, said: Term, language: Language): number => {
  if (asked.stem === said.stem) return 1;
  return Math.max(compareStems(asked.stem, said.stem), shareGroup(asked.stem, said.stem, language) ? 0.8 : 0);
};
