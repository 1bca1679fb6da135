import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import type { AnyNumber } from '@atelier/contracts/kernel/exact-number';
import { useMemo } from 'react';
import { typeOfFile } from '../../../../lib/records/record-files.ts';
import { useShownFile } from '../../../../lib/source/use-shown-file.ts';
import { findValue, quotePassage, type SearchedText, searchedText } from '../model/find-value.ts';
import { readShownFile } from './api.ts';
import type { Place, Places } from './places-context.ts';
import { textOfInput } from './record-words.ts';

/** The document that a record is about, which is shown from the start. */
export const firstShown = ({ input, source }: WorkerRecord): string | undefined =>
  typeof input === 'object' && 'file' in input
    ? source.files.find(({ name }) => typeOfFile(name) !== undefined)?.id
    : undefined;

/** The text of a record that is shown beside its documents. */
export const chooseShownText = (
  { source, parsedSource, input }: WorkerRecord,
  hasDocument: boolean,
): string => {
  if (parsedSource) return parsedSource.body;
  // A document that is shown is not repeated as text, but what was said about it is.
  return source.text === '' || hasDocument ? textOfInput(input) : source.text;
};

interface Part extends Pick<Place, 'fileId' | 'page'> {
  /** The place of its text in the whole text of the document. */
  start: number;
  searched: SearchedText;
}

const findIn = (parts: readonly Part[], value: string | AnyNumber): Place | undefined => {
  for (const { fileId, page, start, searched } of parts) {
    const found = findValue(searched, value);
    if (!found) continue;
    const passage = { start: start + found.start, end: start + found.end };
    return { fileId, page, quote: quotePassage(searched.text, found), passage };
  }
  return undefined;
};

/** Returns a function that searches the parts of an input for a value, once for each value. */
const createFinder = (parts: readonly Part[]): Places['find'] => {
  const known = new Map<string | AnyNumber, Place | undefined>();
  return (value) => {
    if (!known.has(value)) known.set(value, findIn(parts, value));
    return known.get(value);
  };
};

/** Returns a function that finds a value in the document that is shown, and in the text beside it. */
export const useFindValue = (record: WorkerRecord, shownId: string | undefined): Places['find'] => {
  const url = record.source.files.find(({ id }) => id === shownId)?.url;
  const read = (as: 'FILE' | 'TEXT') => readShownFile(record.recordId, shownId ?? '', as);
  const document = useShownFile(url, read, 'TEXT').data;
  const text = chooseShownText(record, shownId !== undefined);
  const parts = useMemo((): Part[] => {
    const ofFile = (document?.sections ?? []).map(({ page, start, text: own }) => ({
      ...{ fileId: shownId ?? null, page: page ?? 1, start },
      searched: searchedText(own),
    }));
    return [...ofFile, { fileId: null, page: 1, start: 0, searched: searchedText(text) }];
  }, [document, shownId, text]);
  return useMemo(() => createFinder(parts), [parts]);
};
