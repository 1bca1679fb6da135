export type Language = 'en' | 'de' | 'fr' | 'es';

/** The manner in which a form is laid out, with the format of its file. */
export type Layout =
  | 'PDF, side by side'
  | 'PDF, two pairs a line'
  | 'PDF, label above value'
  | 'PDF, table without lines'
  | 'AcroForm'
  | 'DOCX'
  | 'XLSX';

/** A label and its value. A value of several lines has a line break between them; an empty one is an empty text. */
export interface Field {
  label: string;
  value: string;
  /** The choices of check boxes, of which `value` is ticked. */
  options?: readonly string[];
  /** The questions for it, in the words of the label and in others. */
  questions: readonly { text: string; words: 'label' | 'other' }[];
}

export interface Section {
  title: string;
  fields: readonly Field[];
}

/** One filled-in form, in no format yet. */
export interface Form {
  kind: string;
  language: Language;
  layout: Layout;
  fileName: string;
  title: string;
  /** The running head and foot. */
  head: string;
  foot: string;
  /** A sentence above the sections, and one below. */
  opening: string;
  closing: string;
  hasColons: boolean;
  sections: readonly Section[];
  /** A list of items with the names of its columns. */
  items?: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  /** A question for something that the form does not say. */
  absent: string;
  /** A question as one asks it, for a document that does not exist. */
  wrongId: string;
}
