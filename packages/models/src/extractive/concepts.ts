import { stemmer } from '@orama/stemmers/english';

// Synonyms from offices, shops and manuals.
const groups = [
  'vacation holiday leave absence',
  'employee staff worker personnel colleague',
  'employer company firm business organisation organization enterprise',
  'cost price fee charge tariff rate expense',
  'pay payment paid salary wage compensation remuneration',
  'buy purchase order',
  'phone telephone call hotline',
  'email mail e-mail',
  'begin start commence launch opening',
  'end finish stop terminate termination expire expiry conclude',
  'cancel cancellation revoke withdraw withdrawal',
  'refund reimburse reimbursement repay repayment',
  'return send-back bring-back',
  'allow permit permission authorise authorize entitled',
  'forbid prohibit ban disallow prohibited forbidden',
  'help support assistance assist',
  'fix repair mend correct',
  'error fault failure malfunction problem issue trouble',
  'delete remove erase deletion',
  'create make build set-up found founded establish established',
  'change modify alter update amend edit',
  'show display present',
  'guarantee warranty',
  'car vehicle automobile',
  'boss manager supervisor lead head chief director ceo',
  'doctor physician gp',
  'ill sick illness sickness unwell',
  'home house residence',
  'remote telework homeworking teleworking',
  'maximum max limit most cap ceiling',
  'minimum min least',
  'weight weigh heavy mass kilogram kg',
  'height high tall',
  'speed fast quick velocity',
  'size dimension large big',
  'address location located place situated site',
  'deadline due',
  'require requirement need necessary mandatory must obligatory',
  'contain include comprise consist',
  'use usage utilise utilize',
  'get receive obtain',
  'client customer',
  'supplier vendor provider',
  'lawyer attorney counsel',
  'password passphrase credential',
  'login sign-in signin logon',
  'invoice bill',
  'deliver delivery ship shipping shipment dispatch',
  'own owner owned possess',
  'manufacturer maker producer manufactured produced made',
  'construction constructed erected',
  'age old',
  'battery accumulator',
  'charge recharge charging',
];

const conceptOfStem = new Map<string, number>();
for (const [concept, group] of groups.entries())
  for (const word of group.split(' ')) {
    const stem = stemmer(word);
    if (!conceptOfStem.has(stem)) conceptOfStem.set(stem, concept);
  }

/** Returns the number of the synonym group of an English stem. */
export const findConcept = (stem: string): number | undefined => conceptOfStem.get(stem);

/** Returns the synonyms of an English word. */
export const listSynonyms = (word: string): readonly string[] => {
  const concept = findConcept(stemmer(word));
  const group = concept === undefined ? undefined : groups[concept];
  return group?.split(' ').filter((other) => stemmer(other) !== stemmer(word)) ?? [];
};
