import type { Field, Language } from './form.ts';

/** A label (with its article where the language is not English), a value, and a question in other words with {it} for the document. */
export type Described = readonly [
  label: string,
  value: string,
  other?: string | false | undefined,
  options?: readonly string[],
];

const askedBy: Record<Language, readonly ((article: string, label: string, it: string) => string)[]> = {
  en: [
    (_, label, it) => `What is the ${label} of ${it}?`,
    (_, label, it) => `${label} of ${it}`,
    (_, label, it) => `Which ${label} does ${it} state?`,
    (_, label, it) => `Please tell me the ${label} in ${it}.`,
  ],
  de: [
    (article, label, it) => `Wie lautet ${article} ${label} von ${it}?`,
    (_, label, it) => `Was steht als ${label} in ${it}?`,
    (_, label, it) => `${label} ${it}`,
  ],
  fr: [
    (article, label, it) =>
      `${article === 'la' ? 'Quelle' : 'Quel'} est ${article}${article.endsWith('’') ? '' : ' '}${label} pour ${it} ?`,
    (_, label, it) => `${label} pour ${it}`,
  ],
  es: [
    (article, label, it) => `¿Cuál es ${article} ${label} de ${it}?`,
    (_, label, it) => `${label} de ${it}`,
  ],
};

const articles = /^(der|die|das|le|la|l’|el|los|las)(?: |(?<=’))/;

/** A label inside a sentence begins with a small letter, unless it is German or an abbreviation. */
const inSentence = (language: Language, label: string): string =>
  language === 'de' || /^[A-Z][A-Z0-9.]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Makes the fields of a section with the questions for them. A field whose question in other words is false is not asked for; the
 * document is called `it` in the questions.
 */
export const fieldsFor =
  (language: Language, it: string) =>
  (...described: readonly Described[]): Field[] =>
    described.map(([named, value, other, options], at) => {
      const article = articles.exec(named)?.[1] ?? '';
      const label = article === '' ? named : named.slice(article.length).trimStart();
      const askers = askedBy[language];
      const asker = askers[(at + it.length) % askers.length];
      const byLabel = asker?.(article, inSentence(language, label), it) ?? '';
      return {
        label: capital(label),
        value,
        ...(options ? { options } : {}),
        questions:
          other === false
            ? []
            : [
                { text: capital(byLabel), words: 'label' as const },
                ...(other === undefined || value === ''
                  ? []
                  : [{ text: capital(other.replace('{it}', it)), words: 'other' as const }]),
              ],
      };
    });
