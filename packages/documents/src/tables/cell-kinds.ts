/** The kinds of values that columns have in common. A period is a year, a quarter or the like, which often names a column. */
export type CellKind = 'empty' | 'number' | 'date' | 'period' | 'code' | 'text';

const period =
  /^(?:(?:19|20)\d{2}|(?:Q|H|T|S|KW|CW|FY|GJ|W)\s?\d{1,4}(?:[ /-](?:19|20)?\d\d)?|(?:19|20)\d\d[ /-](?:Q\d|H\d|\d{1,2}|(?:19|20)\d\d))$/i;
const date =
  /^(?:\d{4}-\d\d?-\d\d?|\d{1,2}[./]\s?\d{1,2}[./]\s?(?:\d{4}|\d\d)?)(?:[ T,]+\d{1,2}:\d\d.{0,12})?$|^\d{1,2}:\d\d(?::\d\d)?$/;
const amount =
  /^[-+(]?\s?(?:[$€£¥₽]|[A-Z]{3}|US\$|R\$)?\s?[-+]?\d[\d.,'’\s]*\s?(?:%|‰|[$€£¥₽]|[\p{L}°²³/]{1,4})?\)?$/u;
const code = /^(?=.*\d)[\p{L}\d_./#-]{2,40}$/u;

/** A unit of amounts, such as `$000's`. */
const unit = /^[$€£¥]?\s?000(?:['’]?s)?$/u;

/** Returns the kind of a value by its form. */
export function detectKind(text: string): CellKind {
  if (text === '') return 'empty';
  if (text.length > 40 || unit.test(text)) return 'text';
  if (period.test(text)) return 'period';
  if (date.test(text)) return 'date';
  if (amount.test(text) || text === '-' || text === '–') return 'number';
  return code.test(text) ? 'code' : 'text';
}
