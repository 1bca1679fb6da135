import { fieldsFor } from '../describe-fields.ts';
import type { Form, Layout } from '../form.ts';
import type { Inventor } from '../invent.ts';

export const conformity = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('COC-9999-AA');
  const it = `certificate ${id}`;
  const fields = fieldsFor('en', it);
  const maker = invent.company('plc');
  return {
    kind: 'certificate of conformity',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? id : `conformity ${at + 1}`,
    title: 'Certificate of Conformity',
    head: maker,
    foot: `Certificate ${id}`,
    opening:
      'The undersigned certifies that the product named below conforms in all respects to the approved type.',
    closing: 'This certificate is void if the product is changed without consent.',
    hasColons: at % 2 === 1,
    sections: [
      {
        title: 'Certificate',
        fields: fields(
          ['Certificate no.', id, false],
          [
            'Type approval number',
            invent.coded('e9*2018/999*99999'),
            'Under which approval was the product of {it} permitted?',
          ],
          ['Date of issue', invent.day(2025, 2026, 'en'), 'When was {it} made out?'],
          ['Valid until', invent.day(2028, 2031, 'en'), 'When does {it} expire?'],
          ['Notified body', invent.company('Testing'), 'Who examined the product of {it}?'],
        ),
      },
      {
        title: 'Product',
        fields: fields(
          ['Model', invent.coded('AAA-999 A'), 'Which model is {it} about?'],
          ['Serial number', invent.coded('9999-9999-AA')],
          ['Rated power', invent.decimal(2, 'kW'), 'How powerful is the product of {it}?'],
          ['Mass in running order', invent.measure(4, 'kg'), 'How heavy is the product of {it}?'],
          ['Noise level', invent.decimal(2, 'dB(A)'), 'How loud is the product of {it}?'],
          ['Colour', at % 2 === 0 ? '' : 'grey', false],
          ['Harmonised standard', invent.coded('EN 99999-9:2024')],
        ),
      },
    ],
    absent: `What is the retail price of the product in ${it}?`,
    wrongId: `What is the serial number of certificate ${invent.coded('COC-9999-AA')}?`,
  };
};

export const dataSheet = (invent: Inventor, layout: Layout, at: number): Form => {
  const model = invent.coded('AAX 9999');
  const it = `pump ${model}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'data sheet',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `datasheet ${model}` : `sheet-${at + 12}`,
    title: `Technical Data Sheet ${model}`,
    head: 'Kelmsworth Pumps – Technical Data',
    foot: 'Subject to technical changes without notice.',
    opening: 'Single-stage centrifugal pump for clean liquids.',
    closing: 'All data at 20 °C with water.',
    hasColons: false,
    sections: [
      {
        title: 'General',
        fields: fields(
          ['Order code', invent.coded('9999.9999'), 'What do I write on an order for {it}?'],
          [
            'Casing material',
            `Cast iron ${invent.coded('GJL-999')}`,
            'Of which material is the housing of {it}?',
          ],
          ['Shaft seal', `Type ${invent.coded('AA99')}`],
          ['Weight', invent.decimal(2, 'kg'), 'How heavy is {it}?'],
          ['Dimensions (L × W × H)', `${invent.coded('999 × 999 × 999')} mm`, 'How big is {it}?'],
        ),
      },
      {
        title: 'Hydraulic data',
        fields: fields(
          ['Max. flow rate', invent.decimal(2, 'm³/h'), 'How much water does {it} move at most?'],
          ['Max. head', invent.decimal(2, 'm'), 'How high can {it} lift water?'],
          ['Operating pressure', invent.decimal(2, 'bar')],
          [
            'Liquid temperature',
            `-${10 + invent.below(9)} to ${invent.measure(3, '°C')}`,
            'How hot may the liquid in {it} be?',
          ],
        ),
      },
      {
        title: 'Electrical data',
        fields: fields(
          ['Rated current', invent.decimal(2, 'A')],
          ['Rated speed', invent.measure(4, 'rpm'), 'How fast does {it} turn?'],
          ['Power consumption', invent.measure(4, 'W'), 'How much electricity does {it} need?'],
          ['Explosion class', ''],
        ),
      },
    ],
    absent: `How long is the warranty of ${it}?`,
    wrongId: `What is the rated current of pump ${invent.coded('AAX 9999')}?`,
  };
};

const verdicts = ['passed', 'passed with conditions', 'failed'];

export const inspection = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('IR-26-9999');
  const it = `inspection report ${id}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'inspection report',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `${id}` : `visit of authority ${at}`,
    title: `Inspection Report ${id}`,
    head: 'Food Safety Authority, Northern Region',
    foot: 'Issued under section 12 of the Food Act',
    opening: 'Report on the official inspection of a food business.',
    closing: 'An objection may be lodged within one month.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Premises',
        fields: fields(
          ['Name of business', invent.company('Bakery'), 'Which company was visited, according to {it}?'],
          ['Address of premises', invent.address(), 'Where was the visit of {it}?'],
          ['Person in charge', invent.person(), 'Who was responsible on site in {it}?'],
          ['Registration number', invent.coded('FB999999')],
        ),
      },
      {
        title: 'Inspection',
        fields: fields(
          ['Date of inspection', invent.day(2026, 2026, 'en'), 'When did the visit of {it} take place?'],
          ['Inspector', invent.person(), 'Who wrote {it}?'],
          ['Result', verdicts[at % 3] ?? '', 'How did the business do in {it}?', verdicts],
          ['Temperature of cold store', invent.decimal(1, '°C'), 'How cold was the store in {it}?'],
          ['Number of samples', invent.measure(2, 'samples'), 'How many samples were taken in {it}?'],
          ['Fine', `${invent.amount(3)} EUR`, 'How much has the business of {it} to pay as a penalty?'],
          [
            'Re-inspection by',
            invent.day(2027, 2027, 'en'),
            'Until when will the authority of {it} come back?',
          ],
          ['Further measures', ''],
        ),
      },
    ],
    absent: `How many employees does the business in ${it} have?`,
    wrongId: `What is the fine of inspection report ${invent.coded('IR-26-9999')}?`,
  };
};
