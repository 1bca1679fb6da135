import { fieldsFor } from '../describe-fields.ts';
import type { Form, Layout } from '../form.ts';
import type { Inventor } from '../invent.ts';

export const birthCertificate = (invent: Inventor, layout: Layout, at: number): Form => {
  const child = invent.person();
  const it = `the birth certificate of ${child}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'birth certificate',
    language: 'en',
    layout,
    fileName: `certificate-${at + 1}`,
    title: 'Certificate of Birth',
    head: `Register Office of the District of ${invent.town()}`,
    foot: 'Crown copyright. A certificate is no evidence of identity.',
    opening: 'Certified copy of an entry in the register of births.',
    closing: 'I certify that this is a true copy of the entry in the register.',
    hasColons: at % 2 === 1,
    sections: [
      {
        title: 'Child',
        fields: fields(
          ['Name', child, false],
          ['Date of birth', invent.day(1990, 2024, 'en'), `When was ${child} born?`],
          ['Place of birth', `Hospital ${invent.coded('A99')}, ${invent.town()}`, `Where was ${child} born?`],
          ['Sex', at % 2 === 0 ? 'female' : 'male', undefined, ['female', 'male', 'undetermined']],
          ['Entry number', invent.coded('999'), 'Under which number was {it} entered?'],
        ),
      },
      {
        title: 'Parents',
        fields: fields(
          ['Name of mother', invent.person(), `Who is the mother of ${child}?`],
          ['Maiden name of mother', invent.lastName()],
          ['Occupation of mother', ''],
          ['Name of father', invent.person(), `Who is the father of ${child}?`],
          ['Usual address', invent.address(), `Where do the parents of ${child} live?`],
        ),
      },
      {
        title: 'Registration',
        fields: fields(
          [
            'Date of registration',
            invent.day(1990, 2024, 'en'),
            `When was the birth of ${child} registered?`,
          ],
          ['Registrar', invent.person(), 'Who signed {it}?'],
        ),
      },
    ],
    absent: `What did ${child} weigh at birth?`,
    wrongId: `What is the date of birth in the birth certificate of ${invent.person()}?`,
  };
};

export const acteDeNaissance = (invent: Inventor, layout: Layout, at: number): Form => {
  const child = invent.person();
  const it = `l’acte de naissance de ${child}`;
  const fields = fieldsFor('fr', it);
  return {
    kind: 'birth certificate',
    language: 'fr',
    layout,
    fileName: `acte ${at + 1}`,
    title: 'Extrait d’acte de naissance',
    head: `Mairie de ${invent.town()} – État civil`,
    foot: 'Document délivré sans frais',
    opening: 'Le présent extrait est conforme au registre.',
    closing: 'Délivré pour servir et valoir ce que de droit.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Enfant',
        fields: fields(
          ['le nom et prénom', child, false],
          [
            'la date de naissance',
            invent.day(1990, 2024, 'slashes'),
            `À quelle date ${child} a vu le jour ?`,
          ],
          [
            'le lieu de naissance',
            `Clinique ${invent.coded('A99')}, ${invent.town()}`,
            `Où ${child} a vu le jour ?`,
          ],
          ['le numéro de l’acte', invent.coded('999/A'), 'Sous quel numéro figure {it} ?'],
        ),
      },
      {
        title: 'Parents',
        fields: fields(
          ['le nom du père', invent.person(), `Qui est le père de ${child} ?`],
          ['le nom de la mère', invent.person(), `Qui est la mère de ${child} ?`],
          ['la profession du père', ''],
          ['le domicile', invent.address(), `Où habitent les parents de ${child} ?`],
          ['l’officier de l’état civil', invent.person()],
        ),
      },
    ],
    absent: `Quel était le poids de ${child} à la naissance ?`,
    wrongId: `Quelle est la date de naissance dans l’acte de naissance de ${invent.person()} ?`,
  };
};

const purposes = ['Extension of a house', 'Fell a tree', 'Change of use', 'New driveway'];

export const application = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('PLN/26/9999');
  const it = `application ${id}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'application',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `form-${id.replaceAll('/', '-')}` : `planning form ${at}`,
    title: 'Application for Planning Permission',
    head: `Borough of ${invent.town()}, Planning Department`,
    foot: 'Form PL-7, edition 2025',
    opening: 'Please complete all sections in block letters.',
    closing: 'I declare that the information given is true to the best of my knowledge.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: '1. Applicant',
        fields: fields(
          ['Application number', id, false],
          ['Full name', invent.person(), 'Who made {it}?'],
          ['Home address', invent.address(), 'Where does the person live who made {it}?'],
          ['Telephone', invent.coded('0999 9999999'), 'How can the applicant of {it} be rung up?'],
          [
            'E-mail',
            invent.coded('AAAA99@post.example'),
            'To which electronic address can one write about {it}?',
          ],
          [
            'Marital status',
            ['single', 'married', 'widowed'][at % 3] ?? '',
            undefined,
            ['single', 'married', 'widowed'],
          ],
        ),
      },
      {
        title: '2. Project',
        fields: fields(
          [
            'Purpose',
            purposes[at % 4] ?? '',
            'What does the applicant want to do, according to {it}?',
            purposes,
          ],
          ['Plot number', invent.coded('A-999'), 'On which piece of land shall {it} be carried out?'],
          ['Floor area', invent.measure(3, 'm²'), 'How large is the building of {it}?'],
          ['Estimated costs', `${invent.amount(5)} GBP`, 'How expensive will the project of {it} be?'],
          ['Start of works', invent.day(2026, 2028), 'When does the building of {it} begin?'],
          ['Name of agent', at % 2 === 0 ? invent.person() : '', 'Who acts for the applicant of {it}?'],
          ['Agent’s licence', ''],
        ),
      },
    ],
    absent: `Which colour will the roof in ${it} have?`,
    wrongId: `What is the plot number of application ${invent.coded('PLN/26/9999')}?`,
  };
};

export const solicitud = (invent: Inventor, layout: Layout, at: number): Form => {
  const id = invent.coded('EXP-999999');
  const it = `la solicitud ${id}`;
  const fields = fieldsFor('es', it);
  const uses = ['Apertura de local', 'Obra menor', 'Ocupación de vía'];
  return {
    kind: 'application',
    language: 'es',
    layout,
    fileName: `solicitud ${at + 1}`,
    title: 'Solicitud de licencia municipal',
    head: `Ayuntamiento de ${invent.town()}`,
    foot: 'Ejemplar para la Administración',
    opening: 'Rellene los datos en mayúsculas.',
    closing: 'El solicitante declara que los datos son ciertos.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Datos del solicitante',
        fields: fields(
          ['el número de expediente', id, false],
          ['el nombre y apellidos', invent.person(), '¿Quién presenta {it}?'],
          ['el DNI', invent.coded('99999999A')],
          ['el domicilio', invent.address(), '¿Dónde vive quien presenta {it}?'],
          ['el teléfono', invent.coded('699 999 999'), '¿A qué número se puede llamar por {it}?'],
          ['el fax', ''],
        ),
      },
      {
        title: 'Datos de la actividad',
        fields: fields(
          ['el tipo de licencia', uses[at % 3] ?? '', undefined, uses],
          ['la referencia catastral', invent.coded('9999999AA9999A')],
          ['la superficie', invent.measure(3, 'm²'), '¿Qué tamaño tiene el local de {it}?'],
          ['el presupuesto', `${invent.amount(5, 'de')} €`, '¿Cuánto costará la obra de {it}?'],
          ['la fecha de inicio', invent.day(2026, 2028, 'slashes'), '¿Cuándo empieza la actividad de {it}?'],
        ),
      },
    ],
    absent: `¿Cuántos empleados tendrá el local de ${it}?`,
    wrongId: `¿Cuál es la superficie de la solicitud ${invent.coded('EXP-999999')}?`,
  };
};

export const finding = (invent: Inventor, layout: Layout, at: number): Form => {
  const patient = invent.person();
  const it = `the laboratory finding of ${patient}`;
  const fields = fieldsFor('en', it);
  return {
    kind: 'medical finding',
    language: 'en',
    layout,
    fileName: at % 2 === 0 ? `finding ${patient}` : `lab-${701 + at}`,
    title: 'Laboratory Finding',
    head: `${invent.town()} General Hospital, Institute of Laboratory Medicine`,
    foot: 'Confidential. Only for the treating physician.',
    opening: 'Results of the examinations that were asked for.',
    closing: 'This finding was made by machine and is valid without signature.',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Patient',
        fields: fields(
          ['Patient', patient, false],
          ['Date of birth', invent.day(1931, 2015), `When was ${patient} born?`],
          ['Insurance number', invent.coded('A999999999'), `Under which number is ${patient} insured?`],
          ['Referring physician', `Dr ${invent.person()}`, `Which doctor sent ${patient}?`],
          ['Sample taken on', invent.day(2026, 2026), `When was blood drawn from ${patient}?`],
          ['Ward', at % 2 === 0 ? '' : invent.coded('A9-99')],
        ),
      },
      {
        title: 'Results',
        fields: fields(
          ['Haemoglobin', invent.decimal(2, 'g/dl'), `How much red blood pigment does ${patient} have?`],
          ['Glucose', invent.measure(3, 'mg/dl'), `How high is the blood sugar of ${patient}?`],
          ['Creatinine', invent.decimal(2, 'µmol/l')],
          ['Ferritin', invent.measure(3, 'ng/ml')],
          ['Platelets', invent.measure(3, '/nl')],
        ),
      },
      {
        title: 'Assessment',
        fields: fields(
          [
            'Diagnosis',
            `${invent.pick(['Iron deficiency', 'Mild anaemia', 'Vitamin deficiency'])}, code ${invent.coded('A99.9')}`,
            `What is ${patient} suffering from?`,
          ],
          ['Next check', invent.day(2027, 2027), `When shall ${patient} come again?`],
        ),
      },
    ],
    absent: `Which allergies does ${patient} have?`,
    wrongId: `What is the ferritin in the laboratory finding of ${invent.person()}?`,
  };
};

export const befund = (invent: Inventor, layout: Layout, at: number): Form => {
  const patient = invent.person();
  const it = `Befund ${patient}`;
  const fields = fieldsFor('de', it);
  return {
    kind: 'medical finding',
    language: 'de',
    layout,
    fileName: `Befund_${at + 1}`,
    title: 'Radiologischer Befund',
    head: `Klinikum ${invent.town()}, Abteilung für Radiologie`,
    foot: 'Vertraulich – nur für den behandelnden Arzt',
    opening: 'Wir berichten über die Untersuchung Ihres Patienten.',
    closing: 'Mit freundlichen kollegialen Grüßen',
    hasColons: at % 2 === 0,
    sections: [
      {
        title: 'Patient',
        fields: fields(
          ['der Name', patient, false],
          ['das Geburtsdatum', invent.day(1931, 2015, 'dotted'), `Wann wurde ${patient} geboren?`],
          ['die Versichertennummer', invent.coded('A999999999')],
          ['der überweisende Arzt', `Dr. ${invent.person()}`, `Wer hat ${patient} überwiesen?`],
          ['das Untersuchungsdatum', invent.day(2026, 2026, 'dotted'), `Wann wurde ${patient} untersucht?`],
          ['die Fallnummer', invent.coded('99-999999')],
          ['die Station', ''],
        ),
      },
      {
        title: 'Ergebnis',
        fields: fields(
          [
            'das untersuchte Organ',
            `${invent.pick(['Schulter', 'Knie', 'Hüfte'])} ${invent.coded('A9')}`,
            false,
          ],
          ['das Gerät', invent.coded('MRT AA-99'), `Mit welchem Apparat wurde ${patient} aufgenommen?`],
          ['die Dosis', invent.decimal(2, 'mGy', ','), `Wie viel Strahlung bekam ${patient}?`],
          ['der Befunder', `Dr. ${invent.person()}`],
        ),
      },
    ],
    absent: `Welche Allergien hat ${patient}?`,
    wrongId: `Wie lautet die Fallnummer von Befund ${invent.person()}?`,
  };
};
