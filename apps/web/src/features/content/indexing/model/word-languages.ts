import type { WordLanguage } from '@atelier/contracts/content/bases/knowledge-shapes';
import { languageLabels } from '../../../../lib/document-labels.ts';

/** The names of the languages of an index. */
export const wordLanguageLabels: Record<WordLanguage, string> = {
  ...languageLabels,
  arabic: 'Arabic',
  danish: 'Danish',
  finnish: 'Finnish',
  hungarian: 'Hungarian',
  norwegian: 'Norwegian',
  romanian: 'Romanian',
  russian: 'Russian',
  swedish: 'Swedish',
  turkish: 'Turkish',
  ukrainian: 'Ukrainian',
  none: 'Another language',
};

/** Languages by their code in ISO 639-1. */
const byCode: Record<string, WordLanguage> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
  uk: 'ukrainian',
};

/** Returns the index language for a browser's language tag (`de-CH`); English when there is none. */
export const wordLanguageFor = (tag: string): WordLanguage =>
  byCode[tag.toLowerCase().split('-')[0] ?? ''] ?? 'english';
