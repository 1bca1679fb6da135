import type { Field, Form, Section } from './form.ts';

export const shownLabel = ({ hasColons }: Form, { label }: Field): string =>
  hasColons ? `${label}:` : label;

/** The value as it is written: check boxes with their marks. */
export const shownValue = ({ value, options }: Field): string =>
  options?.map((option) => `${option === value ? '☒' : '☐'} ${option}`).join('   ') ?? value;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');

type Cells = (label: string, value: string, at: number) => string;

const cells: Record<string, Cells> = {
  'PDF, side by side': (label, value) =>
    `<div style="display:flex;margin:1.2mm 0"><div style="width:62mm;color:#333">${label}</div><div style="flex:1">${value}</div></div>`,
  'PDF, two pairs a line': (label, value) =>
    `<div>${label}</div><div style="font-weight:bold">${value}</div>`,
  'PDF, label above value': (label, value, at) =>
    `<div style="position:absolute;left:${(at % 2) * 88}mm;top:${Math.floor(at / 2) * 19}mm;width:84mm"><div style="font-size:7pt;color:#555">${label}</div><div style="font-size:11pt">${value}</div></div>`,
  'PDF, table without lines': (label, value) =>
    `<tr><td style="padding:1mm 12mm 1mm 0;vertical-align:top">${label}</td><td style="vertical-align:top">${value}</td></tr>`,
};

const around: Record<string, (inner: string, count: number) => string> = {
  'PDF, side by side': (inner) => inner,
  'PDF, two pairs a line': (inner) =>
    `<div style="display:grid;grid-template-columns:36mm 50mm 36mm 50mm;gap:2mm 1mm">${inner}</div>`,
  'PDF, label above value': (inner, count) =>
    `<div style="position:relative;height:${Math.ceil(count / 2) * 19}mm">${inner}</div>`,
  'PDF, table without lines': (inner) => `<table style="border-collapse:collapse">${inner}</table>`,
};

const sectionHtml = (form: Form, { title, fields }: Section): string => {
  const inner = fields
    .map((field, at) =>
      cells[form.layout]?.(escapeText(shownLabel(form, field)), escapeText(shownValue(field)), at),
    )
    .join('');
  const heading = title === '' ? '' : `<h2 style="font-size:11pt;margin:6mm 0 2mm">${escapeText(title)}</h2>`;
  return `${heading}${around[form.layout]?.(inner, fields.length) ?? ''}`;
};

const itemsHtml = ({ items }: Form): string => {
  if (!items) return '';
  const row = (cellsOf: readonly string[], tag: string) =>
    `<tr>${cellsOf.map((cell) => `<${tag} style="text-align:left;padding:1mm 6mm 1mm 0">${escapeText(cell)}</${tag}>`).join('')}</tr>`;
  return `<table style="margin:5mm 0">${row(items.columns, 'th')}${items.rows.map((each) => row(each, 'td')).join('')}</table>`;
};

/** Lays out a form as a page: its items come before the last section, as sums come after what they add up. */
export const formHtml = (form: Form): string => {
  const [last, ...before] = [...form.sections].reverse();
  const sections = before.reverse().map((section) => sectionHtml(form, section));
  return `<!doctype html><html lang="${form.language}"><meta charset="utf-8"><body style="font:10pt Helvetica,Arial,sans-serif;margin:0">
<div style="font-size:16pt;font-weight:bold;margin-bottom:4mm">${escapeText(form.title)}</div>
<p>${escapeText(form.opening)}</p>${sections.join('')}${itemsHtml(form)}${last ? sectionHtml(form, last) : ''}
<p style="margin-top:8mm;font-size:8pt">${escapeText(form.closing)}</p></body></html>`;
};

const small =
  'font:7pt Helvetica,Arial,sans-serif;width:100%;margin:0 16mm;display:flex;justify-content:space-between';

/** The running head and the foot with the numbers of pages. */
export const runningHtml = ({ head, foot }: Form): { head: string; foot: string } => ({
  head: `<div style="${small}"><span>${escapeText(head)}</span></div>`,
  foot: `<div style="${small}"><span>${escapeText(foot)}</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`,
});
