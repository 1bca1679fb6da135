import type { OfficeContentNode } from 'officeparser';
import { listTags, readAttribute, type Tag } from './word/xml-tags.ts';

/** The data of a chart: its title, and a row for each category with the values of all series. */
export interface Chart {
  title: string;
  rows: string[][];
}

interface Series {
  name: string;
  categories: string[];
  values: string[];
}

/** More values of a chart are left out. */
const most = { series: 100, points: 10_000 };

/** The elements in each other between a series or a title and its text. */
const deepest = 12;

const entity = /&(?:amp|lt|gt|quot|apos);/g;
const entities: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" },
};

/** The elements that hold names, categories and values of a series, also in charts of points. */
const lists: Readonly<Record<string, 'categories' | 'values'>> = {
  ...{ 'c:cat': 'categories', 'c:xVal': 'categories', 'c:val': 'values', 'c:yVal': 'values' },
};

class ChartReader {
  readonly #xml: string;
  readonly #path: string[] = [];
  readonly #series: Series[] = [];
  #title = '';
  #point = 0;
  #from = 0;

  constructor(xml: string) {
    this.#xml = xml;
  }

  read(): Chart {
    for (const tag of listTags(this.#xml)) {
      if (tag.kind === 'close') {
        this.#path.pop();
        if (tag.name === 'c:v' || tag.name === 'a:t') this.#take(tag);
        continue;
      }
      this.#open(tag);
      if (tag.kind === 'open') this.#path.push(tag.name);
    }
    return { title: this.#title.trim(), rows: toRows(this.#series.slice(0, most.series)) };
  }

  #open(tag: Tag): void {
    if (tag.name === 'c:ser') this.#series.push({ name: '', categories: [], values: [] });
    else if (tag.name === 'c:pt') this.#point = Number(readAttribute(this.#xml, tag, 'idx') ?? 0);
    this.#from = tag.end;
  }

  #take({ name, start }: Tag): void {
    const text = this.#xml.slice(this.#from, start).replaceAll(entity, (found) => entities[found] ?? found);
    const path = this.#path.slice(-deepest);
    const within = path.findLast((part) => part === 'c:tx' || Object.hasOwn(lists, part));
    const series = path.includes('c:ser') ? this.#series.at(-1) : undefined;
    // Labels of points and titles of axes are texts of their own.
    if (series && name === 'c:v') this.#takeOfSeries(series, within, text);
    else if (
      series === undefined &&
      name === 'a:t' &&
      path.includes('c:title') &&
      !path.includes('c:plotArea')
    )
      this.#title += text;
  }

  #takeOfSeries(series: Series, within: string | undefined, text: string): void {
    const list = within === undefined ? undefined : lists[within];
    if (within === 'c:tx') series.name = series.name === '' ? text : `${series.name} ${text}`;
    else if (list && this.#point >= 0 && this.#point < most.points) series[list][this.#point] = text;
  }
}

/** Numbers are written as programs keep them, with errors of their last digits. */
const toShown = (value: string | undefined): string => {
  const number = Number(value);
  return value === undefined || value.trim() === '' || !Number.isFinite(number) || !value.includes('.')
    ? (value ?? '')
    : String(Number(number.toPrecision(15)));
};

function toRows(series: readonly Series[]): string[][] {
  const count = Math.max(
    0,
    ...series.map(({ categories, values }) => Math.max(categories.length, values.length)),
  );
  const categories = series.find((one) => one.categories.length > 0)?.categories ?? [];
  const named = series.map(({ name }, at) => (name === '' ? `Series ${at + 1}` : name));
  const rows = Array.from({ length: count }, (_, at) => [
    categories[at] ?? String(at + 1),
    ...series.map(({ values }) => toShown(values[at])),
  ]);
  return count === 0 ? [] : [['Category', ...named], ...rows];
}

export const readChart = (xml: string): Chart => new ChartReader(xml).read();

type Node = OfficeContentNode;

/** Returns a chart as the nodes of a table below its title. */
export function chartNodes({ title, rows }: Chart): Node[] {
  const cell = (text: string, row: number, col: number): Node => ({
    type: 'cell',
    text,
    metadata: { row, col, ...(row === 0 ? { style: 'header' } : {}) },
  });
  const table: Node = {
    type: 'table',
    children: rows.map((cells, row) => ({
      type: 'row',
      children: cells.map((text, col) => cell(text, row, col)),
    })),
  };
  return [
    ...(title === '' ? [] : [{ type: 'paragraph', text: title } satisfies Node]),
    ...(rows.length === 0 ? [] : [table]),
  ];
}
