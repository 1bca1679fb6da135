import { writeNumber } from '../../number-texts.ts';
import { listTags, readAttribute, type Tag } from './xml-tags.ts';

/** A level of a list: `Article %1.` with the format of each number. */
interface Level {
  start: number;
  format: string;
  text: string;
  /** The level, from 1, after which the numbers begin again; 0 for never. */
  restart: number | undefined;
  /** Writes the numbers of all levels in digits. */
  isLegal: boolean;
  /** The style of paragraphs whose numbers are of this level. */
  style: string | undefined;
}

interface List {
  levels: (Level | undefined)[];
  /** The style of numbering that holds the levels. */
  styleLink: string | undefined;
}

interface Instance {
  list: string;
  levels: (Level | undefined)[];
  starts: (number | undefined)[];
}

/** The lists of a document, by their ids. */
export interface Lists {
  abstract: ReadonlyMap<string, List>;
  instances: ReadonlyMap<string, Instance>;
}

export const mostLevels = 9;

const readLevel = (value: string | undefined): number | undefined => {
  const level = Number(value);
  return Number.isInteger(level) && level >= 0 && level < mostLevels ? level : undefined;
};

const readCount = (value: string | undefined, otherwise: number): number => {
  const count = Number(value ?? otherwise);
  return Number.isInteger(count) && count >= 0 && count < 1_000_000 ? count : otherwise;
};

const newLevel = (): Level => ({
  ...{ start: 1, format: 'decimal', text: '', restart: undefined, isLegal: false, style: undefined },
});

const isOn = (value: string | undefined): boolean => value !== '0' && value !== 'false' && value !== 'off';

/** Reads what an element says of the level in which it stands. */
const readLevelPart = (level: Level, name: string, value: string | undefined): void => {
  switch (name) {
    case 'w:start':
      level.start = readCount(value, 1);
      break;
    case 'w:numFmt':
      level.format = value ?? 'decimal';
      break;
    case 'w:lvlText':
      level.text = (value ?? '').slice(0, 200);
      break;
    case 'w:lvlRestart':
      level.restart = readCount(value, 0);
      break;
    case 'w:isLgl':
      level.isLegal = isOn(value);
      break;
    case 'w:pStyle':
      level.style = value;
      break;
    default:
  }
};

/** Reads the lists of a document from `numbering.xml`. */
export function readLists(xml: string): Lists {
  const abstract = new Map<string, List>();
  const instances = new Map<string, Instance>();
  let list: List | undefined;
  let instance: Instance | undefined;
  let level: Level | undefined;
  let override: number | undefined;
  const openers: Record<string, (tag: Tag) => void> = {
    'w:abstractNum': (tag) => {
      list = { levels: [], styleLink: undefined };
      abstract.set(readAttribute(xml, tag, 'w:abstractNumId') ?? '', list);
    },
    'w:num': (tag) => {
      [list, instance] = [undefined, { list: '', levels: [], starts: [] }];
      instances.set(readAttribute(xml, tag, 'w:numId') ?? '', instance);
    },
    'w:abstractNumId': (tag) => {
      if (instance) instance.list = readAttribute(xml, tag, 'w:val') ?? '';
    },
    'w:numStyleLink': (tag) => {
      if (list) list.styleLink = readAttribute(xml, tag, 'w:val');
    },
    'w:lvlOverride': (tag) => {
      override = readLevel(readAttribute(xml, tag, 'w:ilvl'));
    },
    'w:startOverride': (tag) => {
      if (instance && override !== undefined)
        instance.starts[override] = readCount(readAttribute(xml, tag, 'w:val'), 1);
    },
    'w:lvl': (tag) => {
      const at = readLevel(readAttribute(xml, tag, 'w:ilvl'));
      const levels = instance?.levels ?? list?.levels;
      level = newLevel();
      if (at !== undefined && levels) levels[at] = level;
    },
  };
  for (const tag of listTags(xml)) {
    if (tag.kind === 'close') {
      if (tag.name === 'w:lvl') level = undefined;
      if (tag.name === 'w:num') instance = undefined;
    } else if (Object.hasOwn(openers, tag.name)) openers[tag.name]?.(tag);
    else if (level) readLevelPart(level, tag.name, readAttribute(xml, tag, 'w:val'));
  }
  return { abstract, instances };
}

/** The number that a paragraph has: its text, empty where it has none, and whether it is only a mark. */
export interface ItemNumber {
  text: string;
  isBullet: boolean;
}

/** Counts the items of the lists of one text. */
export class ItemCounter {
  readonly #lists: Lists;
  /** Returns the list that a style of numbering names. */
  readonly #findStyleList: (style: string) => string | undefined;
  /** The last numbers of each list, which all its instances continue. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  constructor(lists: Lists, findStyleList: (style: string) => string | undefined) {
    this.#lists = lists;
    this.#findStyleList = findStyleList;
  }

  #find(instance: string): { key: string; list: List; own: Instance } | undefined {
    const own = this.#lists.instances.get(instance);
    const list = own && this.#lists.abstract.get(own.list);
    if (own === undefined || list === undefined) return undefined;
    if (list.styleLink === undefined) return { key: own.list, list, own };
    const linked = this.#lists.instances.get(this.#findStyleList(list.styleLink) ?? '');
    const other = linked && this.#lists.abstract.get(linked.list);
    return linked && other && { key: linked.list, list: other, own };
  }

  /** Returns the level whose numbers a style has in a list. */
  findStyleLevel(instance: string, style: string): number | undefined {
    const at = this.#find(instance)?.list.levels.findIndex((level) => level?.style === style) ?? -1;
    return at < 0 ? undefined : at;
  }

  /** Counts the next item of a list; undefined where the document has no such list. */
  next(instance: string, at: number): ItemNumber | undefined {
    const found = this.#find(instance);
    if (found === undefined) return undefined;
    const { key, list, own } = found;
    const levels = Array.from({ length: mostLevels }, (_, level) => own.levels[level] ?? list.levels[level]);
    const counts = this.#counts.get(key) ?? [];
    this.#counts.set(key, counts);
    if (!this.#started.has(instance)) {
      this.#started.add(instance);
      for (const [level, start] of own.starts.entries()) if (start !== undefined) counts[level] = start - 1;
    }
    count(levels, at, counts);
    return writeItem(levels, at, counts);
  }
}

/** Counts an item of a level. Deeper levels begin again, unless theirs says that they do not, or only behind another one. */
const count = (levels: readonly (Level | undefined)[], at: number, counts: (number | undefined)[]): void => {
  const first = levels[at]?.start ?? 1;
  counts[at] = (counts[at] ?? first - 1) + 1;
  for (let deeper = at + 1; deeper < mostLevels; deeper++) {
    const restart = levels[deeper]?.restart;
    if (restart === undefined || (restart > 0 && at < restart)) counts[deeper] = undefined;
  }
};

const writeItem = (
  levels: readonly (Level | undefined)[],
  at: number,
  counts: readonly (number | undefined)[],
): ItemNumber => {
  const level = levels[at];
  if (level === undefined) return { text: '', isBullet: false };
  if (level.format === 'bullet') return { text: '', isBullet: true };
  const text = level.text.replaceAll(/%([1-9])/g, (_all, digit: string) => {
    const other = levels[Number(digit) - 1];
    const number = counts[Number(digit) - 1] ?? other?.start ?? 1;
    const format = level.isLegal && other?.format !== 'none' ? 'decimal' : (other?.format ?? 'decimal');
    return writeNumber(number, format);
  });
  return { text: text.trim(), isBullet: false };
};
