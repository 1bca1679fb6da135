import { fieldsFor } from '../describe-fields.ts';
import type { Form, Layout } from '../form.ts';
import type { Inventor } from '../invent.ts';

const itemRows = (invent: Inventor, names: readonly string[], manner: 'en' | 'de'): string[][] =>
  names.map((name, at) => [
    `${at + 1}`,
    name,
    `${2 + invent.below(40)}`,
    invent.amount(2, manner),
    invent.amount(3, manner),
  ]);

/** An invoice, with its items between the head and the sums. */
export const invoice = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('R-2026-9999');
  const it = `invoice ${id}`;
  const fields = fieldsFor('en', it);
  const seller = invent.company();
  return {
    kind: 'invoice',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `invoice_${id}` : `scan_0${310 + at}`,
    title: `Invoice ${id}`,
    head: seller,
    foot: `Registered office: ${invent.street()}, ${invent.town()}`,
    opening: 'Thank you for your order. We charge the following goods and services.',
    closing: 'Goods remain our property until they have been paid in full.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Details',
        fields: fields(
          ['Invoice date', invent.day(2026, 2026, 'en'), 'When was {it} issued?'],
          ['Customer number', invent.coded('99-99999'), 'Under which number is the buyer of {it} kept?'],
          ['Bill to', `${invent.company('GmbH')}\n${invent.address()}`, false],
          ['Buyer’s reference', at % 3 === 0 ? invent.coded('PO/99999') : ''],
          ['Contact', invent.person(), 'Who can be asked about {it}?'],
          ['Delivery date', invent.day(2026, 2026, 'en'), 'When were the goods of {it} delivered?'],
        ),
      },
      {
        title: 'Sums and payment',
        fields: fields(
          ['Net amount', `${invent.amount(4)} EUR`, 'How much does {it} come to before tax?'],
          ['VAT 19 %', `${invent.amount(3)} EUR`, 'How much tax is in {it}?'],
          ['Total', `${invent.amount(4)} EUR`, 'How much has to be paid for {it} altogether?'],
          ['Due date', invent.day(2026, 2026, 'en'), 'By when must {it} be paid?'],
          ['IBAN', invent.coded('DE99 9999 9999 9999 9999 99'), 'To which account is {it} to be paid?'],
        ),
      },
    ],
    items: {
      columns: ['Pos.', 'Description', 'Quantity', 'Unit price', 'Amount'],
      rows: itemRows(
        invent,
        ['Gasket set', 'Mounting, per hour', 'Hydraulic oil'].slice(0, 2 + (at % 2)),
        'en',
      ),
    },
    absent: `By which ship were the goods of ${it} carried?`,
    wrongId: `What is the total of invoice ${invent.coded('R-2026-9999')}?`,
  };
};

export const rechnung = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('RE-99999');
  const it = `Rechnung ${id}`;
  const fields = fieldsFor('de', it);
  return {
    kind: 'invoice',
    language: 'de',
    layout,
    fileName: `Rechnung_${id}`,
    title: 'RECHNUNG',
    head: invent.company('GmbH & Co. KG'),
    foot: 'Sitz der Gesellschaft: Norwick, Amtsgericht Norwick',
    opening: 'Für unsere Lieferungen und Leistungen berechnen wir Ihnen:',
    closing: 'Bitte geben Sie bei der Zahlung die Rechnungsnummer an.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Angaben',
        fields: fields(
          ['die Rechnungsnummer', id, false],
          ['das Rechnungsdatum', invent.day(2026, 2026, 'dotted'), 'Wann wurde {it} ausgestellt?'],
          [
            'die Kundennummer',
            invent.coded('K999999'),
            'Unter welcher Nummer wird der Käufer von {it} geführt?',
          ],
          [
            'der Leistungszeitraum',
            `${invent.day(2026, 2026, 'dotted')} bis ${invent.day(2026, 2026, 'dotted')}`,
          ],
          ['die Bestellnummer', ''],
          ['die Sachbearbeiterin', invent.person(), 'Wer hat {it} bearbeitet?'],
        ),
      },
      {
        title: 'Summen',
        fields: fields(
          ['der Nettobetrag', `${invent.amount(4, 'de')} €`, 'Wie hoch ist {it} ohne Steuer?'],
          ['die Umsatzsteuer', `${invent.amount(3, 'de')} €`],
          ['der Gesamtbetrag', `${invent.amount(4, 'de')} €`, 'Wie viel ist für {it} insgesamt zu zahlen?'],
          ['das Zahlungsziel', invent.day(2026, 2026, 'dotted'), 'Bis wann muss {it} bezahlt werden?'],
        ),
      },
    ],
    items: {
      columns: ['Pos.', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag'],
      rows: itemRows(invent, ['Dichtungssatz', 'Montage je Stunde'], 'de'),
    },
    absent: `Welcher Spediteur hat die Ware von ${it} befördert?`,
    wrongId: `Wie lautet der Gesamtbetrag von Rechnung ${invent.coded('RE-99999')}?`,
  };
};

export const factura = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('F-2026/9999');
  const it = `la factura ${id}`;
  const fields = fieldsFor('es', it);
  return {
    kind: 'invoice',
    language: 'es',
    layout,
    fileName: `documento_${40 + at}`,
    title: 'Factura',
    head: invent.company('S.L.'),
    foot: 'Inscrita en el Registro Mercantil de Drayford',
    opening: 'Le facturamos los siguientes conceptos.',
    closing: 'Gracias por su confianza.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Datos de la factura',
        fields: fields(
          ['el número de factura', id, false],
          ['la fecha de emisión', invent.day(2026, 2026, 'slashes'), '¿Cuándo se expidió {it}?'],
          ['el NIF del cliente', invent.coded('B99999999')],
          ['el domicilio', invent.address(), '¿Dónde está el cliente de {it}?'],
          ['el número de pedido', ''],
        ),
      },
      {
        title: 'Importes',
        fields: fields(
          ['la base imponible', `${invent.amount(4, 'de')} €`, '¿Cuánto importa {it} sin impuestos?'],
          ['la cuota de IVA', `${invent.amount(3, 'de')} €`],
          ['el total a pagar', `${invent.amount(4, 'de')} €`, '¿Cuánto hay que abonar por {it}?'],
          [
            'la fecha de vencimiento',
            invent.day(2026, 2026, 'slashes'),
            '¿Hasta cuándo se puede pagar {it}?',
          ],
        ),
      },
    ],
    items: {
      columns: ['N.º', 'Concepto', 'Cantidad', 'Precio', 'Importe'],
      rows: itemRows(invent, ['Juego de juntas', 'Montaje por hora'], 'de'),
    },
    absent: `¿Qué garantía tiene la mercancía de ${it}?`,
    wrongId: `¿Cuál es el total a pagar de la factura ${invent.coded('F-2026/9999')}?`,
  };
};

export const deliveryNote = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('DN-999999');
  const it = `delivery note ${id}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'delivery note',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `${id}` : `shipping paper ${at + 1}`,
    title: 'DELIVERY NOTE',
    head: invent.company('Logistics'),
    foot: `Note ${id}`,
    opening: 'Please check the goods on arrival and note damages on this paper.',
    closing: 'Received in good order. Date and signature of the recipient.',
    hasColons: at % 2 === 1,
    sections: [
      {
        title: '',
        fields: fields(
          ['Delivery note no.', id, false],
          ['Date of dispatch', invent.day(2026, 2026), 'When did the goods of {it} leave the warehouse?'],
          ['Ship to', `${invent.company('Stores')}\n${invent.address()}`, 'Where do the goods of {it} go?'],
          ['Carrier', invent.company('Haulage'), 'Who transports the goods of {it}?'],
          ['Vehicle plate', invent.coded('AA-99-AAA')],
          ['Order number', invent.coded('SO9999999'), 'To which order does {it} belong?'],
        ),
      },
      {
        title: 'Consignment',
        fields: fields(
          ['Gross weight', invent.decimal(3, 'kg'), 'How heavy is the load of {it} with its packing?'],
          ['Net weight', invent.decimal(3, 'kg')],
          ['Seal number', invent.coded('SL 999 999')],
          ['Remarks', at % 2 === 0 ? '' : `Unload at gate ${invent.coded('A99')}`, false],
        ),
      },
    ],
    items: {
      columns: ['Line', 'Article', 'Quantity', 'Batch'],
      rows: ['Bearing housing', 'Shaft seal', 'Spacer ring'].map((name, line) => [
        `${(line + 1) * 10}`,
        name,
        `${3 + invent.below(60)}`,
        invent.coded('B9999A'),
      ]),
    },
    absent: `What is the price of the goods on ${it}?`,
    wrongId: `What is the gross weight of delivery note ${invent.coded('DN-999999')}?`,
  };
};

export const lieferschein = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('LS-999999');
  const it = `Lieferschein ${id}`;
  const fields = fieldsFor('de', it);
  return {
    kind: 'delivery note',
    language: 'de',
    layout,
    fileName: `Lieferpapier ${at + 1}`,
    title: `Lieferschein ${id}`,
    head: invent.company('Logistik AG'),
    foot: 'Bitte bei Rückfragen angeben: Lieferscheinnummer',
    opening: 'Wir lieferten Ihnen zu unseren Bedingungen:',
    closing: 'Ware vollständig erhalten. Datum und Unterschrift des Empfängers.',
    hasColons: at % 2 === 1,
    sections: [
      {
        title: 'Versand',
        fields: fields(
          ['das Lieferdatum', invent.day(2026, 2026, 'dotted'), 'Wann wird die Ware von {it} gebracht?'],
          ['die Lieferanschrift', invent.address(), 'Wohin geht die Ware von {it}?'],
          ['der Spediteur', invent.company('Spedition'), 'Wer befördert die Ware von {it}?'],
          ['das Kennzeichen', invent.coded('AA-AA 999')],
          ['die Auftragsnummer', invent.coded('A9999999'), 'Zu welchem Auftrag gehört {it}?'],
          [
            'das Bruttogewicht',
            invent.decimal(3, 'kg', ','),
            'Wie schwer ist die Sendung von {it} mit Verpackung?',
          ],
          ['das Nettogewicht', invent.decimal(3, 'kg', ',')],
          ['die Bemerkung', ''],
        ),
      },
    ],
    absent: `Wie viel kostet die Ware von ${it}?`,
    wrongId: `Wie lautet das Bruttogewicht von Lieferschein ${invent.coded('LS-999999')}?`,
  };
};
