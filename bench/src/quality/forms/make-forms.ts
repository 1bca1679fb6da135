import type { Form, Layout } from './form.ts';
import { createInventor, type Inventor } from './invent.ts';
import { carteGrise, policy, registration, versicherungsschein } from './kinds/insured.ts';
import {
  acteDeNaissance,
  application,
  befund,
  birthCertificate,
  finding,
  solicitud,
} from './kinds/persons.ts';
import { conformity, dataSheet, inspection } from './kinds/technical.ts';
import { deliveryNote, factura, invoice, lieferschein, rechnung } from './kinds/trade.ts';

type Kind = (invent: Inventor, layout: Layout, at: number) => Form;

const [side, pairs, above, table] = [
  'PDF, side by side',
  'PDF, two pairs a line',
  'PDF, label above value',
  'PDF, table without lines',
] as const;

/** Each kind with the layouts of its forms. */
const kinds: readonly (readonly [Kind, readonly Layout[]])[] = [
  [invoice, [side, pairs, above, table, side, 'DOCX', 'XLSX', 'XLSX']],
  [rechnung, [side, pairs]],
  [factura, [above, 'XLSX']],
  [deliveryNote, ['XLSX', pairs, 'DOCX', table]],
  [lieferschein, ['XLSX', table]],
  [birthCertificate, [above, side, 'DOCX', 'AcroForm']],
  [acteDeNaissance, [above, side]],
  [application, ['AcroForm', 'AcroForm', side, 'DOCX']],
  [solicitud, ['AcroForm', 'DOCX']],
  [finding, [side, pairs, 'DOCX', table]],
  [befund, [side, 'DOCX']],
  [conformity, [side, above, pairs, table, 'DOCX']],
  [dataSheet, [table, pairs, 'XLSX', 'DOCX']],
  [inspection, [side, above, 'AcroForm', 'XLSX']],
  [registration, [above, pairs, 'AcroForm', table]],
  [carteGrise, [pairs, 'AcroForm']],
  [policy, [side, pairs, 'DOCX', above]],
  [versicherungsschein, [table, pairs]],
];

/** Makes all forms of the set, always the same. */
export const makeForms = (): Form[] => {
  const invent = createInventor(2026);
  return kinds.flatMap(([make, layouts]) => layouts.map((layout, at) => make(invent, layout, at)));
};
