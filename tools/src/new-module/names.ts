/** The spellings of one feature and of the object that it manages. */
export interface Names {
  /** `prompt-notes`: folder, module, path. */
  feature: string;
  /** `assistants`: the area of the module. */
  area: string;
  /** `promptNotes` */
  features: string;
  /** `PromptNotes` */
  Features: string;
  /** `prompt_notes`: table. */
  table: string;
  /** `prompt-note`: start of file names. */
  file: string;
  /** `promptNote` */
  thing: string;
  /** `PromptNote` */
  Thing: string;
  /** `prompt note`: in sentences. */
  words: string;
  /** `prompt notes` */
  manyWords: string;
  /** `prm`: prefix of ids. */
  prefix: string;
}

const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
const pascal = (kebab: string) => camel(`-${kebab}`);

const singularOf = (plural: string) => {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(s|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return plural.endsWith('s') ? plural.slice(0, -1) : plural;
};

/** Returns three letters: the first letter and the next consonants. */
const makePrefix = (word: string) => {
  const letters = word.replaceAll('-', '');
  const short = letters.charAt(0) + letters.slice(1).replace(/[aeiou]/g, '');
  return (short + letters.slice(1)).slice(0, 3);
};

/** @throws when the name is not plural kebab-case, such as `prompts` */
export const spellNames = (feature: string, area: string): Names => {
  const file = singularOf(feature);
  if (!/^[a-z]+(-[a-z]+)*$/.test(feature) || file === feature) {
    throw new Error('Name the feature in plural kebab-case, for example: npm run new:module prompts');
  }
  return {
    feature,
    area,
    features: camel(feature),
    Features: pascal(feature),
    table: feature.replaceAll('-', '_'),
    file,
    thing: camel(file),
    Thing: pascal(file),
    words: file.replaceAll('-', ' '),
    manyWords: feature.replaceAll('-', ' '),
    prefix: makePrefix(file),
  };
};
