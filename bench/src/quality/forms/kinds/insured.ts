import { fieldsFor } from '../describe-fields.ts';
import type { Form, Layout } from '../form.ts';
import type { Inventor } from '../invent.ts';

export const registration = (invent: Inventor, layout: Layout, at: number): Form => {
  const plate = invent.coded('AA99 AAA');
  const it = `vehicle ${plate}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'vehicle registration',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `V5 ${plate}` : `logbook-${at}`,
    title: 'Vehicle Registration Certificate',
    head: 'Vehicle Licensing Agency',
    foot: 'This document is not proof of ownership.',
    opening: 'Keep this certificate in a safe place and not in the vehicle.',
    closing: 'Tell the agency at once of every change of keeper.',
    hasColons: false,
    sections: [
      {
        title: 'Registration',
        fields: fields(
          ['A Registration number', plate, false],
          [
            'Date of first registration',
            invent.day(2008, 2025),
            'When was {it} put on the road for the first time?',
          ],
          ['Document reference', invent.coded('9999 9999 999')],
          ['Registered keeper', `${invent.person()}\n${invent.address()}`, 'Who keeps {it}?'],
          ['Number of former keepers', '', false],
        ),
      },
      {
        title: 'Vehicle',
        fields: fields(
          ['Make', invent.company('Motors'), 'Who built {it}?'],
          ['Model', invent.coded('Series 999-AA')],
          ['VIN', invent.coded('WA9AAA99A9A999999'), 'What is the chassis number of {it}?'],
          ['Engine number', invent.coded('AA99999')],
          ['Cylinder capacity', invent.measure(4, 'cc'), 'How big is the engine of {it}?'],
          ['CO2 emissions', invent.measure(3, 'g/km'), 'How much does {it} pollute?'],
          ['Revenue weight', invent.measure(4, 'kg'), 'How much may {it} weigh?'],
          ['Fuel', at % 2 === 0 ? 'Petrol' : 'Diesel', false],
        ),
      },
    ],
    absent: `How many miles has ${it} been driven?`,
    wrongId: `What is the engine number of vehicle ${invent.coded('AA99 AAA')}?`,
  };
};

export const carteGrise = (invent: Inventor, layout: Layout, at: number): Form => {
  const plate = invent.coded('AA-999-AA');
  const it = `le véhicule ${plate}`;
  const fields = fieldsFor('fr', it);
  return {
    kind: 'vehicle registration',
    language: 'fr',
    layout,
    fileName: `certificat ${at + 1}`,
    title: 'Certificat d’immatriculation',
    head: 'République – Ministère des Transports',
    foot: 'À conserver par le titulaire',
    opening: 'Le présent certificat est délivré pour le véhicule désigné ci-dessous.',
    closing: 'Tout changement de domicile doit être déclaré dans le mois.',
    hasColons: at % 2 === 1,
    sections: [
      {
        title: '',
        fields: fields(
          ['le numéro d’immatriculation', plate, false],
          [
            'la date de première immatriculation',
            invent.day(2008, 2025, 'slashes'),
            'Depuis quand {it} roule-t-il ?',
          ],
          ['le titulaire', invent.person(), 'À qui est {it} ?'],
          ['l’adresse', invent.address(), `Où habite le propriétaire du véhicule ${plate} ?`],
          ['la marque', invent.company('Autos'), 'Qui a construit {it} ?'],
          ['le numéro d’identification', invent.coded('VF9AA99A9A999999')],
          ['la puissance nette', invent.measure(3, 'kW'), `Quelle force a le moteur du véhicule ${plate} ?`],
          ['la masse en charge', invent.measure(4, 'kg'), 'Combien {it} pèse-t-il au maximum ?'],
          ['la taxe régionale', `${invent.amount(3, 'de')} €`],
          ['la date de sortie', ''],
        ),
      },
    ],
    absent: `Combien de kilomètres ${it} a-t-il parcourus ?`,
    wrongId: `Quelle est la puissance nette du véhicule ${invent.coded('AA-999-AA')} ?`,
  };
};

const covers = ['third party only', 'third party, fire and theft', 'comprehensive'];

export const policy = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('HH 999 999 9');
  const it = `policy ${id}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'insurance policy',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `policy ${id}` : `insurance document ${at}`,
    title: 'Policy Schedule',
    head: 'Larkfield Mutual Insurance Society',
    foot: `Policy ${id}`,
    opening: 'This schedule forms part of the contract and must be read together with the policy wording.',
    closing: 'You may cancel within fourteen days of receiving these papers.',
    hasColons: at % 2 === 1,
    sections: [
      {
        title: 'Policyholder',
        fields: fields(
          ['Policy number', id, false],
          ['Insured', invent.person(), 'Who is covered by {it}?'],
          ['Correspondence address', invent.address(), 'To where are letters about {it} sent?'],
          ['Broker', invent.company('Brokers'), 'Who sold {it}?'],
        ),
      },
      {
        title: 'Cover',
        fields: fields(
          [
            'Period of insurance from',
            invent.day(2026, 2026, 'en'),
            'When does the protection of {it} begin?',
          ],
          ['Period of insurance to', invent.day(2027, 2027, 'en'), 'When does the protection of {it} end?'],
          ['Type of cover', covers[at % 3] ?? '', undefined, covers],
          ['Sum insured', `GBP ${invent.amount(6)}`, 'How much does {it} pay at most?'],
          ['Excess', `GBP ${invent.amount(3)}`, 'How much of a damage must be borne by oneself under {it}?'],
          ['Annual premium', `GBP ${invent.amount(3)}`, 'What does {it} cost a year?'],
          ['No-claims discount', `${invent.decimal(2, '%')}`],
          ['Endorsements', ''],
        ),
      },
    ],
    absent: `Which damages were reported under ${it} last year?`,
    wrongId: `What is the annual premium of policy ${invent.coded('HH 999 999 9')}?`,
  };
};

export const versicherungsschein = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('VS-9999-9999');
  const it = `Versicherungsschein ${id}`;
  const fields = fieldsFor('de', it);
  const rhythm = ['monatlich', 'vierteljährlich', 'jährlich'];
  return {
    kind: 'insurance policy',
    language: 'de',
    layout,
    fileName: `Police ${at + 1}`,
    title: 'Versicherungsschein zur Hausratversicherung',
    head: 'Norwicker Versicherung a. G.',
    foot: 'Es gelten die Allgemeinen Bedingungen, Stand 2025',
    opening: 'Nach Ihrem Antrag gewähren wir den folgenden Schutz.',
    closing: 'Bitte prüfen Sie die Angaben und melden Sie Abweichungen.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Vertrag',
        fields: fields(
          ['die Versicherungsscheinnummer', id, false],
          ['der Versicherungsnehmer', invent.person(), 'Wer ist durch {it} versichert?'],
          ['der Versicherungsort', invent.address(), 'Welche Wohnung schützt {it}?'],
          ['der Versicherungsbeginn', invent.day(2026, 2026, 'dotted'), 'Ab wann gilt {it}?'],
          ['der Ablauf', invent.day(2028, 2029, 'dotted'), 'Wann endet {it}?'],
          ['die Vertriebspartnerin', invent.person()],
        ),
      },
      {
        title: 'Leistung und Beitrag',
        fields: fields(
          ['die Versicherungssumme', `${invent.amount(5, 'de')} EUR`, 'Wie viel zahlt {it} höchstens?'],
          [
            'die Selbstbeteiligung',
            `${invent.amount(3, 'de')} EUR`,
            'Wie viel muss man bei {it} im Schadenfall selbst tragen?',
          ],
          ['der Jahresbeitrag', `${invent.amount(3, 'de')} EUR`, 'Was kostet {it} im Jahr?'],
          ['die Zahlungsweise', rhythm[at % 3] ?? '', undefined, rhythm],
          ['die Wohnfläche', invent.measure(3, 'm²'), 'Wie groß ist die Wohnung in {it}?'],
          ['die Vorversicherung', ''],
        ),
      },
    ],
    absent: `Welche Schäden wurden zu ${it} schon gemeldet?`,
    wrongId: `Wie lautet der Jahresbeitrag von Versicherungsschein ${invent.coded('VS-9999-9999')}?`,
  };
};
